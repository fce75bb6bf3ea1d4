import { auditRo } from '../../features/audit/ro';
import { deedsRo } from '../../features/audit/deeds/ro';

/** What the console says where history is looked at, in Romanian. */
export const auditorsRo = {
  ...auditRo,
  ...deedsRo,
};
