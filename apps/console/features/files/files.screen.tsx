import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { Me } from '@dosar/contracts';
import { complain } from '../../platform/faults';
import { importDropped } from './uploads/folder-import';
import { readDropped, type Dropped } from './uploads/dropped';
import { useFileActions } from './folder/use-file-actions';
import { useUndoKey } from './folder/undo';
import { useOpenFolder } from './folder/use-open-folder';
import { tree } from './files.queries';
import { FolderTree } from './tree/folder-tree';
import { FolderView } from './folder/folder-view';
import { DocumentsOf } from './tree/root-name';
import { TreeSide } from './tree/tree-side';
import classes from './files.screen.module.css';

type Props = {
  readonly user: Me;
  readonly clientId: string;
  /** null: the root. */
  readonly folderId: string | null;
  /** The folder of the month was looked for and is not there. */
  readonly offersMonth: boolean;
};

/** The documents of a client: its folders on the left, what is in one of them on the right. */
export const FilesScreen = ({ user, clientId, folderId, offersMonth }: Props) => {
  const { t } = useTranslation();
  const actions = useFileActions(clientId);
  const { data } = useQuery(tree(clientId));

  const open = useOpenFolder(user, clientId);
  useUndoKey(clientId);
  const take = (dropped: readonly Dropped[], id: string | null) =>
    void importDropped(dropped, clientId, id).catch((error: unknown) => complain(t('failures.upload'), error));
  const drop = (transfer: DataTransfer, id: string | null) =>
    void readDropped(transfer).then(
      (dropped) => take(dropped, id),
      (error: unknown) => complain(t('failures.upload'), error),
    );

  return (
    <DocumentsOf user={user} clientId={clientId}>
      <div className={classes.screen}>
        <TreeSide clientId={clientId}>
          <FolderTree
            tree={data?.tree ?? []}
            folderId={folderId}
            onOpen={open}
            onMove={(entries, id, name) => void actions.move(entries, id, name)}
            onFiles={drop}
          />
        </TreeSide>
        <FolderView
          key={folderId}
          user={user}
          clientId={clientId}
          folderId={folderId}
          offersMonth={offersMonth}
          actions={actions}
          onOpen={open}
          onMove={actions.move}
          onTake={take}
          onFiles={drop}
        />
      </div>
    </DocumentsOf>
  );
};
