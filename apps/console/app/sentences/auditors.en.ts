import { auditEn } from '../../features/audit/en';
import { deedsEn } from '../../features/audit/deeds/en';
import { planEn } from '../../features/audit/plan/en';
import { undoEn } from '../../features/audit/undo/en';
import { sealEn } from '../../features/audit/seal/en';
import { pastEn } from '../../features/audit/past/en';
import { formerChatEn } from '../../features/chat/past/en';
import { formerFilesEn } from '../../features/files/past/en';

/** What the console says where history is looked at, in English. */
export const auditorsEn = {
  ...auditEn,
  ...deedsEn,
  ...sealEn,
  ...undoEn,
  ...planEn,
  ...pastEn,
  ...formerChatEn,
  ...formerFilesEn,
};
