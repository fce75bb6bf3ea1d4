import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { FileX } from 'lucide-react';
import type { FolderTree, Me } from '@dosar/contracts';
import { offers } from '../../../platform/guards';
import { Notice } from '../../../ui/notice';
import { Fault, Waiting } from '../../../ui/screens';
import { useFileActions } from '../folder/use-file-actions';
import type { StatusChange } from '../files.mutations';
import type { Entry } from '../list/entries';
import { useRootName } from '../tree/root-name';
import { UnpackDialog } from '../uploads/unpack.dialog';
import { MoveDialog } from '../folder/move.dialog';
import { useItemActions } from '../list/item-actions';
import { useDeletionText } from '../folder/deletion';
import { Details } from './details';
import { PreviewBar, PreviewFoot } from './preview-bar';
import { PreviewContent } from './preview-content';
import { useReviewOrder, type FileEntry } from './use-review-order';
import { useSwipe } from './use-swipe';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import { isDoneWith } from '../list/status-change';
import classes from './preview.module.css';

export type PreviewProps = {
  readonly user: Me;
  readonly clientId: string;
  /** The folders down to this one. */
  readonly path: readonly FolderTree[];
  /** What is in the folder, in the order of the list; undefined while it is on its way. */
  readonly entries: readonly Entry[] | undefined;
  readonly fileId: string;
  /** Why it could not be read, and what reads it again. */
  readonly fault?: { readonly error: unknown; readonly again: () => void } | undefined;
  readonly onStep: (fileId: string) => void;
  readonly onClose: () => void;
  readonly onDownload: (entry: Entry) => void;
  /** Absent where nothing is moved. */
  readonly onMove?: (entry: Entry, folderId: string | null, name: string, deed?: string) => Promise<boolean>;
  /** Absent where it is already being talked about. */
  readonly onAsk?: (entry: Entry) => void;
};

type Asking = 'move' | 'unpack' | null;

/** What can be done with the document beside looking at it: the same, and by the same rules, as in the list. */
const usePossible = ({ user, path, onMove, onAsk }: PreviewProps, entry: FileEntry | undefined) => {
  const [isBulk, isAsked] = (['bulk_operations', 'chat'] as const).map((each) => offers(user, each));
  const isReadOnly = user.role === 'user' && (path.at(-1)?.firm_only ?? false);
  const all = useItemActions(user.role, { isBulk: !!isBulk, isAsked: !!isAsked, isReadOnly })(entry ? [entry] : []);
  const named = (name: string) => all.find((each) => each.name === name);
  return { ask: onAsk && named('ask'), move: onMove && named('move') };
};

/** Beside the document where there is room for both. */
const hasRoom = () => matchMedia('(min-width: 62em)').matches;

/** Which of the files is looked at, and how one goes on to its neighbours; no keys while something else is asked. */
const useStepping = ({ entries, fileId, onStep }: PreviewProps, hasKeys: boolean) => {
  const { next, ...place } = useReviewOrder(entries, fileId);
  const step = (by: 1 | -1) => {
    const id = next(by);
    if (id !== undefined) onStep(id);
  };
  useHotkeys(
    hasKeys
      ? [
          ['ArrowRight', () => step(1)],
          ['ArrowLeft', () => step(-1)],
        ]
      : [],
  );
  return { ...place, onStep: step };
};

/** A file of the folder, to be looked at, with its neighbours a key away. */
export const Preview = (props: PreviewProps) => {
  const { onClose, onDownload, onAsk } = props;
  const { t } = useTranslation();
  const [isPanel, setPanel] = useState(hasRoom);
  const [asking, setAsking] = useUnfinishedState<Asking>('asking', null);
  const hasKeys = asking === null;
  const stepping = useStepping(props, hasKeys);
  const { entry, onStep: step } = stepping;
  useHotkeys(hasKeys ? [['I', () => setPanel((is) => !is)]] : []);
  const name = entry?.name ?? t('files.erased');
  const possible = usePossible(props, entry);
  const mayMove = possible.move?.disabledReason === null;
  const parts = {
    ...possible,
    ...stepping,
    name,
    isPanel,
    onClose,
    onPanel: () => setPanel(!isPanel),
    onAsk: () => entry && onAsk?.(entry),
    onMove: () => setAsking('move'),
    onDownload: () => entry && onDownload(entry),
  };
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      closeOnEscape={hasKeys}
    >
      <Modal.Content aria-label={entry ? name : t('preview.title')} className={classes.content} data-preview>
        <Modal.Body className={classes.body}>
          <PreviewBar {...parts} />
          {!entry && <Instead {...props} />}
          {entry && <Opened {...props} {...{ entry, isPanel, step, asking, setAsking, mayMove }} key={entry.id} />}
          {entry && <PreviewFoot {...parts} />}
          {entry && <Asked {...props} {...{ entry, asking }} onClose={() => setAsking(null)} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

/** What stands where no document is: it could not be read, is on its way, or is gone. */
const Instead = ({ clientId, fileId, entries, fault }: PreviewProps) => {
  const { t } = useTranslation();
  if (fault) return <Fault error={fault.error} reset={fault.again} part={t('preview.fault')} />;
  if (!entries) return <Waiting />;
  return <Absent {...{ clientId, fileId }} />;
};

/** By whom it was deleted, where that is so. */
const Absent = ({ clientId, fileId }: Pick<PreviewProps, 'clientId' | 'fileId'>) => {
  const { t } = useTranslation();
  const text = useDeletionText(clientId, fileId) ?? t('preview.goneText');
  return <Notice icon={FileX} title={t('preview.gone')} text={text} />;
};

type OpenedProps = PreviewProps & {
  readonly entry: FileEntry;
  readonly isPanel: boolean;
  readonly step: (by: 1 | -1) => void;
  readonly asking: Asking;
  readonly setAsking: (asking: Asking) => void;
  /** Whether this one may be moved by whoever looks. */
  readonly mayMove: boolean;
};

type AskedProps = Pick<PreviewProps, 'clientId' | 'onMove' | 'onClose'> & Pick<OpenedProps, 'entry' | 'asking'>;

/** What is asked about the document before it is done. */
const Asked = ({ clientId, entry, asking, onMove, onClose }: AskedProps) => {
  if (asking === 'unpack') return <UnpackDialog clientId={clientId} archive={entry.file} onClose={onClose} />;
  if (asking !== 'move' || !onMove) return null;
  return (
    <MoveDialog
      clientId={clientId}
      entries={[entry]}
      from={entry.file.folder_id}
      isCopy={false}
      onMove={(id, to) => onMove(entry, id, to)}
      onClose={onClose}
    />
  );
};

/** The document, and what is known about it. */
const Opened = (props: OpenedProps) => {
  const { user, clientId, path, entry, isPanel, step, asking, setAsking, mayMove, onDownload, onMove } = props;
  const { t } = useTranslation();
  const { setStatus } = useFileActions(clientId);
  const isAccountant = user.role !== 'user' && offers(user, 'bulk_operations');
  const swipe = useSwipe(step);
  const onStatus = (change: StatusChange) => {
    void setStatus([entry], change);
    // documents are gone through with one key each
    if (isDoneWith(change)) step(1);
  };
  const names = [useRootName(), ...path.map(({ name }) => name ?? t('files.erased'))];
  return (
    <div className={classes.middle}>
      <PreviewContent
        file={entry.file}
        clientId={clientId}
        path={path}
        swipe={swipe}
        onDownload={() => onDownload(entry)}
        onUnpack={offers(user, 'zip_extraction') ? () => setAsking('unpack') : undefined}
      />
      {isPanel && (
        <aside className={classes.panel} aria-label={t('preview.details')}>
          <Details
            file={entry.file}
            path={names.join(' / ')}
            hasNotes={offers(user, 'file_notes')}
            isOfFirm={user.role !== 'user'}
            hasKeys={asking === null}
            onMove={mayMove && onMove ? (...to) => onMove(entry, ...to) : undefined}
            onStatus={isAccountant ? onStatus : undefined}
          />
        </aside>
      )}
    </div>
  );
};
