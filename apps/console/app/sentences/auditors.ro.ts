import { auditRo } from '../../features/audit/ro';
import { deedsRo } from '../../features/audit/deeds/ro';
import { planRo } from '../../features/audit/plan/ro';
import { undoRo } from '../../features/audit/undo/ro';
import { sealRo } from '../../features/audit/seal/ro';
import { pastRo } from '../../features/audit/past/ro';
import { formerChatRo } from '../../features/chat/past/ro';
import { formerFilesRo } from '../../features/files/past/ro';

/** What the console says where history is looked at, in Romanian. */
export const auditorsRo = {
  ...auditRo,
  ...deedsRo,
  ...sealRo,
  ...undoRo,
  ...planRo,
  ...pastRo,
  ...formerChatRo,
  ...formerFilesRo,
};
