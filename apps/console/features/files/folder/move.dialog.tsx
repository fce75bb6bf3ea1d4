import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FolderTree as Branch } from '@dosar/contracts';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import type { Entry } from '../list/entries';
import { pathTo, tree } from '../files.queries';
import { FolderTree } from '../tree/folder-tree';
import { useRootName } from '../tree/root-name';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './move.dialog.module.css';

type Props = {
  readonly clientId: string;
  readonly entries: readonly Entry[];
  readonly from: string | null;
  readonly isCopy: boolean;
  readonly onMove: (folderId: string | null, name: string) => Promise<boolean>;
  readonly onClose: () => void;
};

/** Without the folders that are moved: nothing goes into itself. */
const without = (branches: readonly Branch[], ids: ReadonlySet<string>): Branch[] =>
  branches.filter(({ id }) => !ids.has(id)).map((branch) => ({ ...branch, children: without(branch.children, ids) }));

/** Asks for the folder that the entries, or their copies, go to. */
export const MoveDialog = ({ clientId, entries, from, isCopy, onMove, onClose }: Props) => {
  const { t } = useTranslation();
  const { data } = useQuery(tree(clientId));
  const root = useRootName();
  const [chosen, setTarget] = useUnfinishedState<string | null>(`to ${entries[0]?.id}`, from);
  // what was chosen may be deleted meanwhile
  const target = chosen !== null && data && !pathTo(data.tree, chosen) ? from : chosen;
  const targets = without(data?.tree ?? [], new Set(entries.map(({ id }) => id)));
  const name = (target && pathTo(targets, target)?.at(-1)?.name) || root;
  const { mutate, isPending } = useMutation({
    mutationFn: () => onMove(target, name),
    onSuccess: (isDone) => isDone && onClose(),
  });
  return (
    <Dialog onClose={onClose} title={t(isCopy ? 'files.copyTitle' : 'files.moveTitle', { count: entries.length })}>
      <div className={classes.tree}>
        <FolderTree tree={targets} folderId={target} onOpen={setTarget} onMove={() => {}} onFiles={() => {}} />
      </div>
      <DialogFooter
        isApart
        action={t(isCopy ? 'files.copyHere' : 'files.moveHere')}
        isPending={isPending}
        isDisabled={target === from && !isCopy}
        onAction={() => mutate()}
        onClose={onClose}
      />
    </Dialog>
  );
};
