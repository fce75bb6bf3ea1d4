import { auditEn } from '../../features/audit/en';
import { deedsEn } from '../../features/audit/deeds/en';

/** What the console says where history is looked at, in English. */
export const auditorsEn = {
  ...auditEn,
  ...deedsEn,
};
