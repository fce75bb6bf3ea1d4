import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '@mantine/hooks';
import { Upload } from 'lucide-react';
import { Fault } from '../../../ui/screens';
import { ClientHome } from '../documents/client-home';
import { useDrop } from './drag';
import type { Entry } from '../list/entries';
import { FileList } from '../list/file-list';
import { FolderBar } from './folder-bar';
import { FolderDialogs } from './folder-dialogs';
import { FolderEmpty, NoneFound } from './folder-empty';
import { FolderGone } from './folder-gone';
import { FolderHead, Selected } from './folder-head';
import { ItemMenu } from '../list/item-menu';
import type { FolderViewProps } from './folder-props';
import { KeysDialog } from './keys.dialog';
import { ListSkeleton } from '../list/list-skeleton';
import { MonthOffer } from './month-offer';
import { ALL, filtered, isFiltering, type Filter } from '../list/filter';
import { PlaceOffers } from './place-offers';
import { useRootName } from '../tree/root-name';
import { useListHead } from '../list/use-list-head';
import { useLook } from '../list/use-look';
import { useCursorThere } from './use-cursor-there';
import { usePastedFiles } from '../uploads/use-pasted-files';
import { useFolderCommands, type FolderCommands } from './use-folder-commands';
import { sorting } from '../list/sorting';
import { useFolderContent } from '../folder-content.queries';
import classes from './folder-view.module.css';

const Preview = lazy(() => import('../preview/preview').then((module) => ({ default: module.Preview })));

/** After a name was changed or a dialog closed the keys go on in the rows, or with what an empty folder offers, unless another was opened. */
const useKeysBack = (view: RefObject<HTMLElement | null>, isAway: boolean) => {
  const wasAway = useRef(false);
  useEffect(() => {
    const place =
      view.current?.querySelector<HTMLElement>('[role=grid]') ?? view.current?.querySelector('header button');
    const isTaken = document.activeElement?.closest('[role=dialog]');
    if (wasAway.current && !isAway && !isTaken) place?.focus({ preventScroll: true });
    wasAway.current = isAway;
  }, [view, isAway]);
};

/** What a folder shows, and what was chosen of it. */
const useFolder = (props: FolderViewProps) => {
  const { clientId, folderId } = props;
  const { t } = useTranslation();
  const { entries: all, ...content } = useFolderContent(clientId, folderId);
  const { path, isGone } = content;
  const [filter, setFilter] = useState(ALL);
  const entries = useMemo(() => all && filtered(all, filter), [all, filter]);
  const look = useLook();
  const root = useRootName();
  const title = path?.at(-1)?.name ?? root;
  const commands = useFolderCommands({ ...props, title, path, entries, onLook: look.open });
  const view = useRef<HTMLElement>(null);
  useCursorThere(look.fileId, entries, commands);
  useKeysBack(view, commands.renaming !== null || commands.dialog !== null || look.fileId !== null);
  usePastedFiles((pasted) => {
    if (!isGone && !commands.isReadOnly) props.onTake(pasted, folderId);
  });
  useDocumentTitle(t('files.page', { folder: title }));
  return { ...content, all, entries, filter, setFilter, look, title, commands, view };
};

type Folder = ReturnType<typeof useFolder>;

export const FolderView = (props: FolderViewProps) => {
  const { clientId, folderId, onOpen, onFiles } = props;
  const { t } = useTranslation();
  const { all, view, path, error, failure, again, isGone, ...folder } = useFolder(props);
  const { entries, filter, setFilter, title, commands } = folder;
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const [toHead, head] = useListHead();
  const drop = useDrop({ onFiles: (transfer) => onFiles(transfer, folderId) });
  const { isOver } = drop;
  // a folder that is only read takes nothing
  const handlers = commands.isReadOnly ? {} : drop.handlers;

  const wrong = isGone ? (
    <FolderGone user={props.user} clientId={clientId} folderId={folderId ?? ''} onOpen={onOpen} />
  ) : error ? (
    <Fault error={error} reset={again} part={t(failure)} />
  ) : null;
  return (
    <section
      ref={view}
      className={classes.view}
      style={{ '--files-head': `${head.heightPx}px` } as CSSProperties}
      data-over={isOver || undefined}
      {...handlers}
    >
      <div ref={toHead} className={classes.head} data-list-head>
        <FolderHead {...props} {...{ commands, path, isGone }} isSelectionBelow={head.isNarrow} />
        <ClientHome {...props} {...{ path, isGone }} />
        <Offers {...props} {...{ all, entries, commands }} />
        {!wrong && all?.length !== 0 && <FolderBar {...folder} all={all} total={(all?.length ?? 0) + folder.unread} />}
      </div>
      <div className={classes.list}>
        {wrong ?? (
          <Rows
            {...props}
            title={title}
            entries={entries}
            filter={filter}
            onFilter={setFilter}
            commands={commands}
            onMenu={setMenu}
            headPx={head.heightPx}
          />
        )}
        {isOver && <Over title={title} />}
      </div>
      {head.isNarrow && <Selected commands={commands} />}
      <Menu at={menu} commands={commands} onClose={() => setMenu(null)} />
      <LookedAt {...props} {...folder} path={path} entries={isGone ? [] : entries} />
      <KeysDialog />
      {!isGone && <FolderDialogs user={props.user} clientId={clientId} folderId={folderId} commands={commands} />}
    </section>
  );
};

type OffersProps = FolderViewProps & Pick<Folder, 'all' | 'entries' | 'commands'>;

/** What is proposed to whoever may do it: the folders of the month, and the place of what is new. */
const Offers = ({ clientId, offersMonth, actions, onOpen, all, entries, commands }: OffersProps) => (
  <>
    {offersMonth && entries && (
      <MonthOffer clientId={clientId} onMake={(year) => actions.createStructure(null, year)} onOpen={onOpen} />
    )}
    {commands.isBulk && !commands.isReadOnly && all && (
      <PlaceOffers clientId={clientId} entries={all} onMove={commands.move} />
    )}
  </>
);

type MenuProps = Pick<Folder, 'commands'> & Pick<ComponentProps<typeof ItemMenu>, 'at' | 'onClose'>;

const Menu = ({ commands, ...menu }: MenuProps) => (
  <ItemMenu
    {...menu}
    entries={commands.chosen}
    actions={commands.possible}
    onItemAction={commands.run}
    onStatus={commands.onStatus}
    isLeft={commands.renaming !== null || commands.dialog !== null}
  />
);

/** Where what is dragged would go. */
const Over = ({ title }: { readonly title: string }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.drop}>
      <Upload size={30} aria-hidden="true" />
      <p>{t('files.dropHere', { folder: title })}</p>
    </div>
  );
};

type LookedAtProps = Pick<FolderViewProps, 'user' | 'clientId' | 'actions'> &
  Pick<Folder, 'look' | 'path' | 'entries' | 'commands'>;

/** The document that is looked at, if there is one. */
const LookedAt = ({ user, clientId, actions, look, path, entries, commands }: LookedAtProps) => {
  const shown = useRef(look.fileId);
  useEffect(() => {
    shown.current = look.fileId;
  }, [look.fileId]);
  if (look.fileId === null) return null;
  /** What is moved leaves the list: the next one takes its place, unless whoever looks has gone on meanwhile. */
  const move: ComponentProps<typeof Preview>['onMove'] = async (entry, ...to) => {
    const files = entries?.filter(({ kind }) => kind === 'file') ?? [];
    const at = files.findIndex(({ id }) => id === entry.id);
    const isMoved = await commands.move([entry], ...to);
    if (!isMoved || shown.current !== entry.id) return isMoved;
    const next = at < 0 ? undefined : (files[at + 1] ?? files[at - 1]);
    if (next) look.step(next.id);
    else look.close();
    return isMoved;
  };
  return (
    <Suspense>
      <Preview
        user={user}
        clientId={clientId}
        path={path ?? []}
        entries={entries}
        fileId={look.fileId}
        onStep={look.step}
        onClose={look.close}
        onAsk={({ id }) => commands.ask(id)}
        onMove={move}
        onDownload={(entry) => void actions.download([entry])}
      />
    </Suspense>
  );
};

type RowsProps = Pick<FolderViewProps, 'clientId' | 'folderId' | 'actions' | 'onFiles'> & {
  readonly title: string;
  /** undefined while they are on their way. */
  readonly entries: readonly Entry[] | undefined;
  readonly commands: FolderCommands;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly onMenu: (at: { x: number; y: number }) => void;
  readonly headPx: number;
};

const Rows = (props: RowsProps) => {
  const { title, entries, filter, onFilter, actions, commands, onMenu, onFiles, headPx } = props;
  if (!entries) return <ListSkeleton />;
  if (entries.length === 0 && isFiltering(filter)) return <NoneFound onAll={() => onFilter(ALL)} />;
  if (entries.length === 0) return <FolderEmpty isReadOnly={commands.isReadOnly} />;
  const onDropEntries = (dropped: readonly Entry[], id: string, name: string) => void commands.move(dropped, id, name);
  return (
    <FileList
      label={title}
      of={props.folderId ?? props.clientId}
      entries={entries}
      selection={commands.selection}
      onSelect={commands.select}
      sorting={sorting.get()}
      onSort={sorting.set}
      onAction={commands.onAction}
      onMenu={onMenu}
      renaming={commands.renaming}
      cut={commands.isCut}
      onRename={actions.rename}
      onRenamed={commands.endRenaming}
      {...(commands.isBulk && { onDropEntries })}
      onDropFiles={onFiles}
      headPx={headPx}
    />
  );
};
