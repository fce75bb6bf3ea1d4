import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { complain, useSentence } from '../../../platform/faults';
import { Refused } from '../../../platform/refusals';
import { toasts } from '../../../platform/toasts';
import { inParts } from '../bulk/bulk-work';
import { filesWritings } from '../files.mutations';

/** What was done, by what the server knows it by, the newest last; and in which folders something was changed. */
export type Done = { readonly deeds: readonly string[]; readonly folderIds: readonly (string | null)[] };

/** Takes back what was done, the newest first. Where something stands in the way, nothing is changed, and the rest is offered. */
export const useUndoing = (clientId: string) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { mutateAsync: send } = useMutation(filesWritings(clientId).undo);
  const undo = async ({ deeds, folderIds }: Done, leavesOut = false): Promise<void> => {
    const left = deeds.slice();
    try {
      for (let deed = left.at(-1); deed !== undefined; deed = left.at(-1)) {
        await inParts('undo', [deed], ([each]) => send({ deed: each!, folderIds, leavesOut }));
        left.pop();
      }
      toasts.show({ type: 'success', title: t('files.undone') });
    } catch (error) {
      if (!(error instanceof Refused && error.problem.code === 'UNDO_CONFLICTS'))
        return complain(t('failures.undo'), error);
      const run = () => void undo({ deeds: left, folderIds }, true);
      const action = { label: t('files.undoRest'), run };
      toasts.show({ type: 'warning', title: t('failures.undo'), message: sentence(error), action });
    }
  };
  return undo;
};
