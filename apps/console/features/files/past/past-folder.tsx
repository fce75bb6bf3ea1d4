import { useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '@mantine/hooks';
import { FolderX, RotateCcw } from 'lucide-react';
import { Button } from '@mantine/core';
import { Notice } from '../../../ui/notice';
import { Fault } from '../../../ui/screens';
import { FileList } from '../list/file-list';
import { ALL, filtered, isFiltering } from '../list/filter';
import { useItemActions, type ItemAction } from '../list/item-actions';
import { ItemMenu } from '../list/item-menu';
import { ListSkeleton } from '../list/list-skeleton';
import { SelectionBar } from '../list/selection-bar';
import { sorting } from '../list/sorting';
import { useListHead } from '../list/use-list-head';
import { useLook } from '../list/use-look';
import { useSelection } from '../list/use-selection';
import { selectionOf, type Entry } from '../list/entries';
import type { RowAction } from '../list/use-grid-keys';
import { FolderBar } from '../folder/folder-bar';
import { NoneFound } from '../folder/folder-empty';
import { Breadcrumb } from '../tree/breadcrumb';
import { useRootName } from '../tree/root-name';
import { FormerFileDialog } from './former-file.dialog';
import type { PastFilesProps } from './past-props';
import { useFormerContent } from './use-former-content';
import classes from '../folder/folder-view.module.css';

const nothing = () => {};

/** What was in a folder, and what is selected of it. */
const usePastFolder = ({ clientId, folderId, then, onOpen, onRestore }: PastFilesProps) => {
  const { t } = useTranslation();
  const { entries: all, ...content } = useFormerContent(clientId, folderId, then);
  const [filter, setFilter] = useState(ALL);
  const entries = useMemo(() => all && filtered(all, filter), [all, filter]);
  const selection = useSelection(entries);
  const look = useLook();
  const root = useRootName();
  const title = content.path.at(-1)?.name ?? root;
  useDocumentTitle(t('formerFiles.page', { folder: title }));
  const open = (entry: Entry) => (entry.kind === 'folder' ? onOpen(entry.id) : look.open(entry.id));
  const actionsFor = useItemActions('', { isBulk: onRestore !== undefined, isPast: true });
  const run = ({ name }: ItemAction) => {
    const [first] = selection.chosen;
    if (name === 'open' && first) open(first);
    if (name === 'restore') onRestore?.(selectionOf(selection.chosen));
  };
  const onAction = (action: RowAction, entry: Entry | null) => {
    if (action === 'open' && entry) open(entry);
    if (action === 'up' && folderId !== null) onOpen(content.path.at(-2)?.id ?? null);
  };
  return { ...content, ...selection, all, entries, filter, setFilter, look, title, actionsFor, run, onAction };
};

type Folder = ReturnType<typeof usePastFolder>;

/** One folder as it was: its rows are those of today's screen, and nothing changes them. */
export const PastFolder = (props: PastFilesProps) => {
  const { folderId, then, onOpen, onRestore } = props;
  const { all, entries, path, error, look, ...folder } = usePastFolder(props);
  const [toHead, head] = useListHead();
  const selected = folder.chosen.length > 0 && (
    <SelectionBar
      entries={folder.chosen}
      actions={folder.actionsFor(folder.chosen)}
      onItemAction={folder.run}
      onClear={folder.clear}
    />
  );
  const looked = all?.find(({ id }) => id === look.fileId);
  return (
    <section className={classes.view} style={{ '--files-head': `${head.heightPx}px` } as CSSProperties}>
      <div ref={toHead} className={classes.head}>
        <header className={classes.header}>
          <Breadcrumb path={path} onOpen={onOpen} onMove={nothing} onFiles={nothing} />
          {selected && !head.isNarrow ? (
            selected
          ) : (
            <RestoreAll {...{ folderId, onRestore }} entries={error === null ? all : []} />
          )}
        </header>
        {error === null && all?.length !== 0 && <FolderBar {...folder} entries={entries} total={all?.length ?? 0} />}
      </div>
      <div className={classes.list}>
        <Rows {...folder} {...{ entries, error }} of={props.folderId ?? props.clientId} headPx={head.heightPx} />
      </div>
      {head.isNarrow && selected}
      {looked?.kind === 'file' && <FormerFileDialog file={looked.file} then={then} onClose={look.close} />}
    </section>
  );
};

type RestoreAllProps = Pick<PastFilesProps, 'folderId' | 'onRestore'> & {
  readonly entries: readonly Entry[] | undefined;
};

/** All that was in the folder is one step away. */
const RestoreAll = ({ folderId, entries = [], onRestore }: RestoreAllProps) => {
  const { t } = useTranslation();
  if (!onRestore || entries.length === 0) return null;
  const all = folderId === null ? selectionOf(entries) : { file_ids: [], folder_ids: [folderId] };
  return (
    <Button leftSection={<RotateCcw size={17} />} onClick={() => onRestore(all)}>
      {t('formerFiles.restoreAll')}
    </Button>
  );
};

type RowsProps = Omit<Folder, 'all' | 'path' | 'look'> & { readonly of: string; readonly headPx: number };

const Rows = ({ entries, error, isAbsent, filter, setFilter, title, of, headPx, ...folder }: RowsProps) => {
  const { t } = useTranslation();
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  if (isAbsent) return <Notice icon={FolderX} title={t('formerFiles.absent')} text={t('formerFiles.absentText')} />;
  if (error !== null) return <Fault error={error} reset={folder.again} part={t(folder.failure)} />;
  if (!entries) return <ListSkeleton />;
  if (entries.length === 0 && isFiltering(filter)) return <NoneFound onAll={() => setFilter(ALL)} />;
  if (entries.length === 0)
    return <Notice icon={FolderX} title={t('formerFiles.empty')} text={t('formerFiles.emptyText')} />;
  return (
    <>
      <FileList
        label={title}
        of={of}
        entries={entries}
        selection={folder.selection}
        onSelect={folder.select}
        sorting={sorting.get()}
        onSort={sorting.set}
        onAction={folder.onAction}
        onMenu={setMenu}
        renaming={null}
        onRename={() => Promise.resolve()}
        onRenamed={nothing}
        headPx={headPx}
      />
      <ItemMenu
        at={menu}
        entries={folder.chosen}
        actions={folder.actionsFor(folder.chosen)}
        onItemAction={folder.run}
        onClose={() => setMenu(null)}
      />
    </>
  );
};
