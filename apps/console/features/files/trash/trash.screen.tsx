import { useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import { offers } from '../../../platform/guards';
import { Notice } from '../../../ui/notice';
import { Fault } from '../../../ui/screens';
import { parentOf, sorted, type Entry, type Sorting } from '../list/entries';
import { FileList } from '../list/file-list';
import type { ListProps } from '../list/use-row-handlers';
import { HistoryOf } from '../history/history-of';
import { pathTo, trash, tree } from '../files.queries';
import { ALL, filtered, isFiltering } from '../list/filter';
import { FolderTree } from '../tree/folder-tree';
import { NoneFound } from '../folder/folder-empty';
import { ItemMenu } from '../list/item-menu';
import { ListBar } from '../list/list-bar';
import { ListSkeleton } from '../list/list-skeleton';
import { useItemActions, type ItemAction } from '../list/item-actions';
import { useRootName, DocumentsOf } from '../tree/root-name';
import { SelectionBar } from '../list/selection-bar';
import { trashContents, type TrashContents } from './trash-contents';
import { TrashPath } from './trash-path';
import { TreeSide } from '../tree/tree-side';
import { useUndoKey } from '../folder/undo';
import { useFileActions } from '../folder/use-file-actions';
import { useListHead } from '../list/use-list-head';
import { useOpenFolder } from '../folder/use-open-folder';
import { useSelection } from '../list/use-selection';
import screen from '../files.screen.module.css';
import classes from '../folder/folder-view.module.css';

/** Where deleted things were: in a folder that is there, in one that was deleted, too, or in the root. */
const usePlaces = (clientId: string, contents: TrashContents | undefined): ((entry: Entry) => string) => {
  const { data: there } = useQuery(tree(clientId));
  const root = useRootName();
  return (entry) => {
    const gone = contents?.above(parentOf(entry)) ?? [];
    const parentId = gone[0] ? gone[0].parent_folder_id : parentOf(entry);
    const above = parentId === null ? [] : (pathTo(there?.tree ?? [], parentId) ?? []);
    // whose documents they are stands above all of them
    return [...above, ...gone].map(({ name }) => name).join(' / ') || root;
  };
};

type Props = {
  readonly user: Me;
  readonly clientId: string;
  /** The deleted folder that is looked into. */
  readonly folderId: string | null;
};

/** What was deleted in the documents of a client, beside the folders that are there. */
export const TrashScreen = ({ user, clientId, folderId }: Props) => {
  const { data } = useQuery(tree(clientId));
  const open = useOpenFolder(user, clientId);
  useUndoKey(clientId);
  return (
    <DocumentsOf user={user} clientId={clientId}>
      <div className={screen.screen}>
        <TreeSide clientId={clientId} isTrash>
          <FolderTree tree={data?.tree ?? []} folderId={undefined} onOpen={open} onMove={() => {}} onFiles={() => {}} />
        </TreeSide>
        <TrashView key={folderId} user={user} clientId={clientId} folderId={folderId} />
      </div>
    </DocumentsOf>
  );
};

const useTrash = (clientId: string, folderId: string | null) => {
  const { data, error, refetch } = useQuery(trash(clientId));
  const [sorting, setSorting] = useState<Sorting>({ by: 'at', order: 'desc' });
  const [filter, setFilter] = useState(ALL);
  const contents = useMemo(() => data && trashContents(data), [data]);
  const shown = contents?.inside(folderId);
  const entries = useMemo(
    // what is looked for may have gone with a folder
    () => contents && shown && sorted(isFiltering(filter) ? filtered(contents.all, filter) : shown, sorting),
    [contents, shown, filter, sorting],
  );
  const total = isFiltering(filter) ? contents?.all.length : shown?.length;
  const again = () => void refetch();
  const look = { sorting, setSorting, filter, setFilter };
  // of very much the newest was read
  const { files_total: files = 0, folders_total: folders = 0 } = data ?? {};
  const read = {
    files: Math.min(files, data?.files.length ?? 0),
    folders: Math.min(folders, data?.folders.length ?? 0),
  };
  const unread = files - read.files + folders - read.folders;
  return { contents, entries, total: (total ?? 0) + unread, error: data ? null : error, again, ...look };
};

/** What was deleted, and can be had back. */
const TrashView = ({ user, clientId, folderId }: Props) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { contents, entries, total, error, again, ...look } = useTrash(clientId, folderId);
  const actions = useFileActions(clientId);
  const placeOf = usePlaces(clientId, contents);
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const leave = useOpenFolder(user, clientId);
  const [toHead, head] = useListHead();
  const actionsFor = useItemActions('', { isBulk: offers(user, 'bulk_operations'), isTrash: true });
  useDocumentTitle(t('files.trashPage'));

  const { selection, chosen, select, clear, clearAfter } = useSelection(entries);
  const [past, setPast] = useState<Entry | null>(null);
  const run = ({ name }: ItemAction) => {
    if (name === 'history') setPast(chosen[0] ?? null);
    else void clearAfter(actions.restore(chosen));
  };
  const offered = { entries: chosen, actions: actionsFor(chosen), onItemAction: run };
  const path = contents?.pathTo(folderId) ?? [];
  const open = (id: string | null) =>
    void navigate({ to: '/files/trash', search: { clientId, ...(id !== null && { folder: id }) } });
  if (error) return <Fault error={error} reset={again} part={t('failures.loadFiles')} />;
  const isEmpty = entries?.length === 0 && !isFiltering(look.filter);
  const selected = chosen.length > 0 && <SelectionBar {...offered} onClear={clear} />;
  return (
    <section className={classes.view} style={{ '--files-head': `${head.heightPx}px` } as CSSProperties} data-screen>
      <div ref={toHead} className={classes.head} data-list-head>
        <header className={classes.header}>
          <TrashPath path={path} onOpen={open} onLeave={() => leave(null)} />
          {!head.isNarrow && selected}
        </header>
        {!isEmpty && <Bar look={look} count={entries?.length ?? 0} total={total} />}
      </div>
      <div className={classes.list}>
        <TrashRows
          {...{ entries, look, selection, placeOf }}
          onSelect={select}
          onMenu={setMenu}
          onOpen={open}
          onUp={() => folderId !== null && open(path.at(-2)?.id ?? null)}
          onRename={actions.rename}
          headPx={head.heightPx}
        />
      </div>
      {head.isNarrow && selected}
      <ItemMenu at={menu} {...offered} onClose={() => setMenu(null)} />
      {past && <HistoryOf user={user} entry={past} onClose={() => setPast(null)} />}
    </section>
  );
};

type Look = Pick<ReturnType<typeof useTrash>, 'sorting' | 'setSorting' | 'filter' | 'setFilter'>;
type BarProps = { readonly look: Look; readonly count: number; readonly total: number };

/** How the rows are filtered and sorted. */
const Bar = ({ look, count, total }: BarProps) => (
  <ListBar
    filter={look.filter}
    onFilter={look.setFilter}
    count={count}
    total={total}
    sorting={look.sorting}
    onSort={look.setSorting}
    isTrash
  />
);

type RowsProps = Pick<ListProps, 'selection' | 'onSelect' | 'onMenu' | 'onRename'> & {
  /** undefined while they are on their way. */
  readonly entries: readonly Entry[] | undefined;
  readonly look: Look;
  readonly placeOf: (entry: Entry) => string;
  readonly onOpen: (folderId: string) => void;
  readonly onUp: () => void;
  readonly headPx: number;
};

const TrashRows = ({ entries, look, onOpen, onUp, ...props }: RowsProps) => {
  const { t } = useTranslation();
  if (!entries) return <ListSkeleton />;
  if (entries.length === 0 && isFiltering(look.filter))
    return <NoneFound text={t('files.noneFoundInTrash')} onAll={() => look.setFilter(ALL)} />;
  if (entries.length === 0)
    return <Notice icon={Trash2} title={t('files.trashEmpty')} text={t('files.trashEmptyText')} />;
  return (
    <FileList
      {...props}
      label={t('files.trash')}
      of="trash"
      entries={entries}
      sorting={look.sorting}
      onSort={look.setSorting}
      onAction={(action, entry) => {
        if (action === 'open' && entry?.kind === 'folder') onOpen(entry.id);
        if (action === 'up') onUp();
      }}
      renaming={null}
      onRenamed={() => {}}
      isTrash
    />
  );
};
