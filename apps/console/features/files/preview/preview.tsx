import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { FileX } from 'lucide-react';
import type { FolderTree, Me } from '@dosar/contracts';
import { offers } from '../../../platform/guards';
import { Notice } from '../../../ui/notice';
import { Waiting } from '../../../ui/screens';
import type { Entry } from '../list/entries';
import { filesWritings } from '../files.mutations';
import { useRootName } from '../tree/root-name';
import { UnpackDialog } from '../uploads/unpack.dialog';
import { Details } from './details';
import { PreviewBar, PreviewFoot } from './preview-bar';
import { PreviewContent } from './preview-content';
import { useSwipe } from './use-swipe';
import classes from './preview.module.css';

export type PreviewProps = {
  readonly user: Me;
  readonly clientId: string;
  /** The folders down to this one. */
  readonly path: readonly FolderTree[];
  /** What is in the folder, in the order of the list; undefined while it is on its way. */
  readonly entries: readonly Entry[] | undefined;
  readonly fileId: string;
  readonly onStep: (fileId: string) => void;
  readonly onClose: () => void;
  readonly onDownload: (entry: Entry) => void;
};

type FileEntry = Extract<Entry, { kind: 'file' }>;

/** Beside the document where there is room for both. */
const hasRoom = () => matchMedia('(min-width: 62em)').matches;

/** A file of the folder, to be looked at, with its neighbours a key away. */
export const Preview = (props: PreviewProps) => {
  const { entries, fileId, onStep, onClose, onDownload } = props;
  const { t } = useTranslation();
  const [isPanel, setPanel] = useState(hasRoom);
  const files = entries?.filter((entry): entry is FileEntry => entry.kind === 'file') ?? [];
  const at = files.findIndex(({ id }) => id === fileId);
  const entry = files[at];
  const step = (by: 1 | -1) => {
    const next = at < 0 ? undefined : files[at + by];
    if (next) onStep(next.id);
  };
  useHotkeys([
    ['ArrowRight', () => step(1)],
    ['ArrowLeft', () => step(-1)],
    ['I', () => setPanel((is) => !is)],
  ]);
  const name = entry?.name ?? t('files.erased');
  const parts = {
    entry,
    name,
    position: at + 1,
    total: files.length,
    isPanel,
    onStep: step,
    onClose,
    onPanel: () => setPanel(!isPanel),
    onDownload: () => entry && onDownload(entry),
  };
  return (
    <Modal.Root opened onClose={onClose} fullScreen transitionProps={{ duration: 0 }} returnFocus={false}>
      <Modal.Content aria-label={entry ? name : t('preview.title')} className={classes.content}>
        <Modal.Body className={classes.body}>
          <PreviewBar {...parts} />
          {!entries && <Waiting />}
          {entries && !entry && <Notice icon={FileX} title={t('preview.gone')} text={t('preview.goneText')} />}
          {entry && <Opened {...props} key={entry.id} entry={entry} isPanel={isPanel} step={step} />}
          {entry && <PreviewFoot {...parts} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

type OpenedProps = PreviewProps & {
  readonly entry: FileEntry;
  readonly isPanel: boolean;
  readonly step: (by: 1 | -1) => void;
};

/** The document, and what is known about it. */
const Opened = ({ user, clientId, path, entry, isPanel, step, onDownload }: OpenedProps) => {
  const { t } = useTranslation();
  const { mutate: mark } = useMutation(filesWritings(clientId).mark);
  const isAccountant = user.role !== 'user' && offers(user, 'bulk_operations');
  const swipe = useSwipe(step);
  const [isUnpacking, setUnpacking] = useState(false);
  const names = [useRootName(), ...path.map(({ name }) => name ?? t('files.erased'))];
  return (
    <div className={classes.middle}>
      <PreviewContent
        file={entry.file}
        clientId={clientId}
        path={path}
        swipe={swipe}
        onDownload={() => onDownload(entry)}
        onUnpack={offers(user, 'zip_extraction') ? () => setUnpacking(true) : undefined}
      />
      {isUnpacking && <UnpackDialog clientId={clientId} archive={entry.file} onClose={() => setUnpacking(false)} />}
      {isPanel && (
        <aside className={classes.panel} aria-label={t('preview.details')}>
          <Details
            file={entry.file}
            path={names.join(' / ')}
            hasNotes={offers(user, 'file_notes')}
            isOfFirm={user.role !== 'user'}
            onStatus={isAccountant ? (change) => mark({ entries: [entry], change }) : undefined}
          />
        </aside>
      )}
    </div>
  );
};
