import { auditRo } from '../../features/audit/ro';

/** What the console says where history is looked at, in Romanian. */
export const auditorsRo = {
  ...auditRo,
};
