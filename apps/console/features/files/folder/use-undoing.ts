import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { complain, useSentence } from '../../../platform/faults';
import { Refused } from '../../../platform/refusals';
import { toasts } from '../../../platform/toasts';
import { inParts } from '../bulk/bulk-work';
import { filesWritings } from '../files.mutations';

/** What was done, by what the server knows it by; and in which folders something was changed. */
export type Done = { readonly deed: string | null; readonly folderIds: readonly (string | null)[] };

/** Takes back what was done. Where something stands in the way, nothing is changed, and the rest is offered. */
export const useUndoing = (clientId: string) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { mutateAsync: send } = useMutation(filesWritings(clientId).undo);
  const undo = async ({ deed, folderIds }: Done, leavesOut = false): Promise<void> => {
    if (deed === null) return;
    try {
      await inParts('undo', [deed], ([each]) => send({ deed: each!, folderIds, leavesOut }));
      toasts.show({ type: 'success', title: t('files.undone') });
    } catch (error) {
      if (!(error instanceof Refused && error.problem.code === 'UNDO_CONFLICTS'))
        return complain(t('failures.undo'), error);
      const run = () => void undo({ deed, folderIds }, true);
      const action = { label: t('files.undoRest'), run };
      toasts.show({ type: 'warning', title: t('failures.undo'), message: sentence(error), action });
    }
  };
  return undo;
};
