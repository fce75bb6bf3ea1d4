import { auditEn } from '../../features/audit/en';

/** What the console says where history is looked at, in English. */
export const auditorsEn = {
  ...auditEn,
};
