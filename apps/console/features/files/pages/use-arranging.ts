import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Refused } from '../../../platform/refusals';
import { deedOf } from '../../../platform/send';
import { ended } from '../bulk/bulk-work';
import { filesWritings, type PagesArranged } from '../files.mutations';
import { refreshFolders } from '../files.queries';
import { offerUndo } from '../folder/undo';
import { useUndoing } from '../folder/use-undoing';

/** So often it is asked how far it has come. */
const ASK_MS = 700;

/** Makes the new documents, and tells it when they are there, with a way back. @throws Refused, Unreachable */
export const useArranging = (clientId: string) => {
  const { t } = useTranslation();
  const { mutateAsync: send } = useMutation(filesWritings(clientId).arrangePages);
  const undo = useUndoing(clientId);
  return async (asked: PagesArranged): Promise<void> => {
    const reply = await send(asked);
    const { done, failed } = await ended(reply.operation, ASK_MS, () => {});
    refreshFolders(clientId, [asked.folderId]);
    const [failure] = failed;
    if (failure) {
      const { error, code, name } = failure;
      throw new Refused(422, { error, code, correlation_id: '', ...(name !== null && { fields: { pages: name } }) });
    }
    const deed = deedOf(reply);
    const title = t('arranging.done', { count: done });
    if (deed !== null) offerUndo(clientId, title, () => undo({ deed, folderIds: [asked.folderId] }));
  };
};
