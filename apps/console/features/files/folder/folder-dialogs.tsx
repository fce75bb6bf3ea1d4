import { lazy, Suspense } from 'react';
import type { Me } from '@dosar/contracts';
import { HistoryOf } from '../history/history-of';
import { FolderNameDialog } from './folder-name.dialog';
import { MoveDialog } from './move.dialog';
import { UnpackDialog } from '../uploads/unpack.dialog';
import type { FolderCommands } from './use-folder-commands';

/** The pages of documents are loaded when somebody arranges them. */
const PagesDialog = lazy(() => import('../pages/pages.dialog').then((module) => ({ default: module.PagesDialog })));

type Props = {
  readonly user: Me;
  readonly clientId: string;
  readonly folderId: string | null;
  readonly commands: Pick<FolderCommands, 'dialog' | 'setDialog' | 'chosen' | 'move' | 'copy' | 'createFolder'>;
};

/** What a folder asks before it does something. */
export const FolderDialogs = ({ user, clientId, folderId, commands }: Props) => {
  const { dialog, setDialog, chosen, move, copy, createFolder } = commands;
  const close = () => setDialog(null);
  if (dialog === 'folder') return <FolderNameDialog onCreate={createFolder} onClose={close} />;
  const [first] = chosen;
  if (dialog === 'unpack' && first?.kind === 'file')
    return <UnpackDialog clientId={clientId} archive={first.file} onClose={close} />;
  const files = chosen.flatMap((each) => (each.kind === 'file' ? each.file : []));
  if (dialog === 'pages' && first)
    return (
      <Suspense>
        <PagesDialog clientId={clientId} folderId={folderId} files={files} onClose={close} />
      </Suspense>
    );
  if (dialog === 'history' && first) return <HistoryOf user={user} entry={first} onClose={close} />;
  if (dialog === 'move' || dialog === 'copy')
    return (
      <MoveDialog
        clientId={clientId}
        entries={chosen}
        from={folderId}
        isCopy={dialog === 'copy'}
        onMove={(id, name) => (dialog === 'copy' ? copy : move)(chosen, id, name)}
        onClose={close}
      />
    );
  return null;
};
