import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { FolderX, Upload } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import { offers } from '../../platform/guards';
import { store, useStore } from '../../platform/store';
import { Notice } from '../../ui/notice';
import { Fault } from '../../ui/screens';
import { Breadcrumb } from './breadcrumb';
import { useDrop } from './drag';
import type { Dropped } from './dropped';
import { entryOfFile, entryOfFolder, sorted, type Entry, type Sorting } from './entries';
import type { FileActions } from './use-file-actions';
import { FileList, type RowAction } from './file-list';
import { filesIn, pathTo, tree } from './files.queries';
import { FolderActions } from './folder-actions';
import { FolderEmpty } from './folder-empty';
import { FolderNameDialog } from './folder-name.dialog';
import { ItemMenu } from './item-menu';
import { ListSkeleton } from './list-skeleton';
import { MonthOffer } from './month-offer';
import { MoveDialog } from './move.dialog';
import { useOffers, type Offer } from './offers';
import { NOTHING, present, type Selection } from './selection';
import { SelectionBar } from './selection-bar';
import classes from './folder-view.module.css';

/** How folders are sorted, wherever the person goes. */
const sorting = store<Sorting>({ by: 'name', order: 'asc' });

type Props = {
  readonly user: Me;
  readonly clientId: string;
  readonly folderId: string | null;
  readonly offersMonth: boolean;
  readonly actions: FileActions;
  readonly onOpen: (folderId: string | null) => void;
  readonly onMove: (entries: readonly Entry[], folderId: string | null, name: string) => Promise<boolean>;
  readonly onTake: (dropped: readonly Dropped[], folderId: string | null) => void;
  readonly onFiles: (transfer: DataTransfer, folderId: string | null) => void;
};

/** What is in a folder, as far as it is known here: both readings, put into rows. */
const useContent = (clientId: string, folderId: string | null) => {
  const folders = useQuery(tree(clientId));
  const files = useQuery(filesIn(clientId, folderId));
  const sort = useStore(sorting);
  const all = folders.data?.tree;
  const path = useMemo(() => (all && folderId !== null ? pathTo(all, folderId) : []), [all, folderId]);
  const inside = folderId === null ? all : path?.at(-1)?.children;
  const entries = useMemo(
    () => inside && files.data && sorted([...inside.map(entryOfFolder), ...files.data.files.map(entryOfFile)], sort),
    [inside, files.data, sort],
  );
  const error = (!all && folders.error) || (!files.data && files.error) || null;
  const again = () => [folders, files].forEach(({ isError, refetch }) => isError && void refetch());
  return { path, entries, error, again, isGone: all !== undefined && path === null };
};

/** After a name was changed or a dialog closed the keys go on in the rows, or with what an empty folder offers. */
const useKeysBack = (view: RefObject<HTMLElement | null>, isAway: boolean) => {
  const wasAway = useRef(false);
  useEffect(() => {
    const place =
      view.current?.querySelector<HTMLElement>('[role=grid]') ?? view.current?.querySelector('header button');
    if (wasAway.current && !isAway) place?.focus({ preventScroll: true });
    wasAway.current = isAway;
  }, [view, isAway]);
};

export const FolderView = (props: Props) => {
  const { user, clientId, folderId, offersMonth, actions, onOpen, onMove, onTake, onFiles } = props;
  const { t } = useTranslation();
  const { path, entries, error, again, isGone } = useContent(clientId, folderId);
  const [selected, setSelected] = useState<Selection>(NOTHING);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const [dialog, setDialog] = useState<'folder' | 'move' | null>(null);
  const view = useRef<HTMLElement>(null);
  useKeysBack(view, renaming !== null || dialog !== null);
  const isBulk = offers(user, 'bulk_operations');
  const offersFor = useOffers(user.role, isBulk);
  const { isOver, handlers } = useDrop({ onFiles: (transfer) => onFiles(transfer, folderId) });
  const title = path?.at(-1)?.name ?? t('files.root');
  useDocumentTitle(t('files.page', { folder: title }));

  const order = useMemo(() => entries?.map(({ id }) => id) ?? [], [entries]);
  const selection = useMemo(() => present(selected, order), [selected, order]);
  const chosen = useMemo(() => entries?.filter(({ id }) => selection.ids.has(id)) ?? [], [entries, selection]);
  const possible = offersFor(chosen);

  const clearing = (work: Promise<boolean>) =>
    void work.then((isDone) => {
      if (isDone) setSelected(NOTHING);
    });
  const open = (entry: Entry) => {
    if (entry.kind === 'folder') onOpen(entry.id);
    else void actions.download(entry);
  };
  const run = ({ name, hindrance }: Pick<Offer, 'name' | 'hindrance'>) => {
    if (hindrance !== null) return;
    if (name === 'rename') setRenaming(chosen[0]?.id ?? null);
    else if (name === 'move') setDialog('move');
    else if (name === 'delete') clearing(actions.remove(chosen));
    else if (chosen[0]) open(chosen[0]);
  };
  const onAction = (action: RowAction, entry: Entry | null) => {
    if (action === 'up') {
      if (folderId !== null) onOpen(path?.at(-2)?.id ?? null);
    } else if (action === 'open') {
      if (entry) open(entry);
    } else {
      const offer = possible.find(({ name }) => name === action);
      if (offer) run(offer);
    }
  };
  const isAccountant =
    isBulk && user.role !== 'user' && chosen.length > 0 && chosen.every(({ kind }) => kind === 'file');
  const onStatus = isAccountant ? (change: object) => void actions.setStatus(chosen, change) : undefined;
  const onDropEntries = (dropped: readonly Entry[], id: string | null, name: string) =>
    clearing(onMove(dropped, id, name));

  if (error) return <Fault error={error} reset={again} />;
  if (isGone) return <Notice icon={FolderX} title={t('files.gone')} text={t('files.goneText')} isScreen />;
  return (
    <section ref={view} className={classes.view} data-over={isOver || undefined} {...handlers}>
      <header className={classes.header}>
        <Breadcrumb path={path ?? []} onOpen={onOpen} onMove={onDropEntries} onFiles={onFiles} />
        {chosen.length > 0 ? (
          <SelectionBar
            entries={chosen}
            offers={possible}
            onOffer={run}
            onStatus={onStatus}
            onClear={() => setSelected(NOTHING)}
          />
        ) : (
          <FolderActions
            clientId={clientId}
            onFiles={(dropped) => onTake(dropped, folderId)}
            onNewFolder={() => setDialog('folder')}
            onStructure={() => void actions.createStructure(folderId)}
          />
        )}
      </header>
      {offersMonth && entries && (
        <MonthOffer clientId={clientId} onMake={(year) => actions.createStructure(null, year)} onOpen={onOpen} />
      )}
      <div className={classes.list}>
        {!entries && <ListSkeleton />}
        {entries?.length === 0 && <FolderEmpty />}
        {entries && entries.length > 0 && (
          <FileList
            label={title}
            entries={entries}
            selection={selection}
            onSelect={setSelected}
            sorting={sorting.get()}
            onSort={sorting.set}
            onAction={onAction}
            onMenu={setMenu}
            renaming={renaming}
            onRename={actions.rename}
            onRenamed={() => setRenaming(null)}
            {...(isBulk && { onDropEntries })}
            onDropFiles={onFiles}
          />
        )}
        {isOver && (
          <div className={classes.drop}>
            <Upload size={30} aria-hidden="true" />
            <p>{t('files.dropHere', { folder: title })}</p>
          </div>
        )}
      </div>
      <ItemMenu
        at={menu}
        entries={chosen}
        offers={possible}
        onOffer={run}
        onStatus={onStatus}
        onClose={() => setMenu(null)}
      />
      {dialog === 'folder' && (
        <FolderNameDialog
          onCreate={async (name) => {
            const id = await actions.createFolder(folderId, name);
            setSelected({ ids: new Set([id]), anchor: id, cursor: id });
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'move' && (
        <MoveDialog
          clientId={clientId}
          entries={chosen}
          from={folderId}
          onMove={async (id, name) => {
            const isDone = await onMove(chosen, id, name);
            if (isDone) setSelected(NOTHING);
            return isDone;
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
};
