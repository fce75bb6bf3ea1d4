import { useNavigate } from '@tanstack/react-router';
import type { FolderTree, Me } from '@dosar/contracts';
import { offers } from '../../../platform/guards';
import type { Entry } from '../list/entries';
import type { StatusChange } from '../files.mutations';
import { useItemActions, type ItemAction } from '../list/item-actions';
import type { FileActions } from './use-file-actions';
import type { RowAction } from '../list/use-grid-keys';
import { useClipboard } from './use-clipboard';
import { useSelection } from '../list/use-selection';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import { isForFingers } from '../../../platform/fingers';

type Folder = {
  readonly user: Me;
  readonly clientId: string;
  /** What the folder is called. */
  readonly title: string;
  readonly folderId: string | null;
  readonly path: readonly FolderTree[] | null;
  readonly entries: readonly Entry[] | undefined;
  readonly actions: FileActions;
  readonly onLook: (fileId: string) => void;
  readonly onOpen: (folderId: string | null) => void;
  readonly onMove: FileActions['move'];
};

/** A client's conversation has the client's own id. */
const askAbout = (clientId: string, fileId: string) =>
  ({ to: '/chat/$conversationId', params: { conversationId: clientId }, search: { file: fileId } }) as const;

type RowActions = {
  readonly chosen: readonly Entry[];
  readonly possible: readonly ItemAction[];
  readonly open: (entry: Entry) => void;
  readonly run: (offer: ItemAction) => void;
  readonly take: (action: 'cut' | 'copy', entries: readonly Entry[]) => void;
  readonly goUp: () => void;
};

/** What keys do with the row at hand and with what is chosen. */
const rowActions =
  ({ chosen, possible, open, run, take, goUp }: RowActions) =>
  (action: RowAction, entry: Entry | null) => {
    if (action === 'up') return goUp();
    if (action === 'open') return entry ? open(entry) : undefined;
    const isClipboard = action === 'cut' || action === 'copy';
    const offer = possible.find(({ name }) => name === (action === 'cut' ? 'move' : action));
    if (!isClipboard) return offer && run(offer);
    if (offer?.disabledReason === null) take(action, chosen);
  };

const DIALOGS = ['move', 'copy', 'unpack', 'pages', 'history'] as const;
type FolderDialog = 'folder' | (typeof DIALOGS)[number];
const isDialog = (name: string): name is FolderDialog => DIALOGS.some((each) => each === name);

/** What can be done in a folder with what is selected, by button, menu, key or drop. */
export const useFolderCommands = (folder: Folder) => {
  const { user, clientId, folderId, title, path, entries, actions, onLook, onOpen, onMove } = folder;
  const { clearAfter, ...picked } = useSelection(entries);
  const { chosen, select } = picked;
  const [renaming, setRenaming] = useUnfinishedState<string | null>('renaming', null);
  const [dialog, setDialog] = useUnfinishedState<FolderDialog | null>('dialog', null);
  const isBulk = offers(user, 'bulk_operations');
  const isReadOnly = user.role === 'user' && (path?.at(-1)?.firm_only ?? false);
  const isUnpacked = offers(user, 'zip_extraction');
  const isAsked = offers(user, 'chat');
  const navigate = useNavigate();
  const possible = useItemActions(user.role, { isBulk, isUnpacked, isAsked, isReadOnly })(chosen);

  const { take, ids: isCut } = useClipboard(clientId, {
    cut: (pasted) => clearAfter(onMove(pasted, folderId, title)),
    copy: (pasted) => clearAfter(actions.copy(pasted, folderId, title)),
  });

  const open = ({ kind, id }: Entry) => (kind === 'folder' ? onOpen(id) : onLook(id));
  const ask = (id: string) => void navigate(askAbout(clientId, id));
  const run = ({ name, disabledReason }: Pick<ItemAction, 'name' | 'disabledReason'>) => {
    if (disabledReason !== null) return;
    if (name === 'rename') setRenaming(chosen[0]?.id ?? null);
    else if (isDialog(name)) setDialog(name);
    else if (name === 'download') void actions.download(chosen);
    else if (name === 'ask') ask(chosen[0]!.id);
    else if (name === 'delete') void clearAfter(actions.remove(chosen));
    else if (chosen[0]) open(chosen[0]);
  };
  const goUp = () => void (folderId !== null && onOpen(path?.at(-2)?.id ?? null));
  const onAction = rowActions({ chosen, possible, open, run, take, goUp });
  const isAccountant = isBulk && user.role !== 'user' && chosen.some(({ kind }) => kind === 'file');
  const onStatus = isAccountant ? (change: StatusChange) => void actions.setStatus(chosen, change) : undefined;
  const move: typeof onMove = (...moving) => clearAfter(onMove(...moving));
  const copy = (copied: readonly Entry[], id: string | null, name: string) =>
    clearAfter(actions.copy(copied, id, name));
  const createFolder = async (name: string) => {
    const id = await actions.createFolder(folderId, name);
    // what is new is seen; where a finger taps it is not selected, or the next tap would select
    select({ ids: new Set(isForFingers() ? [] : [id]), anchor: id, cursor: id });
  };
  return {
    ...picked,
    renaming,
    endRenaming: () => setRenaming(null),
    // what it was about may be gone
    dialog: dialog === 'folder' || chosen.length > 0 ? dialog : null,
    setDialog,
    isReadOnly,
    isCut,
    isBulk,
    possible,
    run,
    ask,
    onAction,
    onStatus,
    move,
    copy,
    createFolder,
  };
};

export type FolderCommands = ReturnType<typeof useFolderCommands>;
