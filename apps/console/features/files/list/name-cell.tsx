import type { MouseEvent } from 'react';
import type { TFunction } from 'i18next';
import { CopyCheck, Lock, MessageSquareText } from 'lucide-react';
import type { Language } from '@dosar/contracts';
import { amountOf, countOf, momentOf } from '../../../platform/format';
import { stateKey, statesOf } from '../../../platform/document-states';
import type { Entry } from './entries';
import { FileIcon } from '../../../ui/file-icon';
import { NameEditor } from './name-editor';
import { Thumbnail } from './thumbnail';
import { hasThumbnail } from './thumbnails.queries';
import classes from './file-list.module.css';

/** What rows tell: one object for all of them, and the same at every drawing. */
export type RowHandlers = {
  /** What goes along when this row is dragged. */
  readonly dragged: (entry: Entry) => readonly Entry[];
  readonly onClick: (event: MouseEvent, entry: Entry) => void;
  readonly onMenu: (event: MouseEvent, entry: Entry) => void;
  readonly onToggle: (entry: Entry) => void;
  readonly onOpen: (entry: Entry) => void;
  readonly onRename: (entry: Entry, name: string) => Promise<void>;
  readonly onRenamed: () => void;
  readonly onDropEntries: (entries: readonly Entry[], folderId: string, name: string) => void;
  readonly onDropFiles: (transfer: DataTransfer, folderId: string) => void;
};

export type RowProps = {
  readonly domId: string;
  readonly entry: Entry;
  readonly index: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  readonly isRenaming: boolean;
  readonly isCut: boolean;
  readonly isTrash: boolean;
  /** Whether there are columns of what documents say of themselves. */
  readonly hasFields: boolean;
  readonly isDraggable: boolean;
  /** Whether folders take what is dropped on them. */
  readonly isTarget: boolean;
  readonly place?: string | undefined;
  readonly handlers: RowHandlers;
  readonly t: TFunction;
  readonly language: Language;
};

type Props = Pick<RowProps, 'entry' | 'isRenaming' | 'isTrash' | 'place' | 'handlers' | 't' | 'language'> & {
  readonly name: string;
  readonly size: string;
};

/** How far the accountant has come, in words; a new one says nothing. */
const sentencesOf = (entry: Entry) =>
  entry.kind === 'folder'
    ? []
    : statesOf(entry.file)
        .filter((state) => state !== 'new')
        .map(stateKey);

/** The number of a document and its sum, for where there are no columns. */
const saidOf = (entry: Entry, language: Language): readonly (string | null)[] => {
  const fields = entry.kind === 'file' ? entry.file.fields : null;
  if (!fields) return [];
  const { number, sum, currency } = fields;
  return [number, sum === null ? null : amountOf(sum, currency, language)];
};

/** How many documents in a folder are new, for where there are no columns. */
const newInside = (entry: Entry, language: Language, t: Props['t']) => {
  const count = entry.kind === 'folder' ? entry.folder.new_files_count : 0;
  return count > 0 && t('files.newInside', { count, shown: countOf(count, language) });
};

const tagsOf = (entry: Entry): readonly string[] => (entry.kind === 'file' ? entry.file.tags : []);

/** That a folder is the firm's alone, how many notes a file has, and its tags. */
const marksOf = (entry: Entry, t: Props['t']) => {
  const notes = entry.kind === 'file' ? entry.file.notes_count : 0;
  const isFirms = entry.kind === 'folder' && entry.folder.firm_only;
  return (
    <>
      {isFirms && (
        <Lock size={13} className={classes.lock} role="img" aria-label={t('files.firmOnly')}>
          <title>{t('files.firmOnly')}</title>
        </Lock>
      )}
      {notes > 0 && (
        <span className={classes.notes} title={t('files.notes', { count: notes })}>
          <MessageSquareText size={13} aria-hidden="true" />
          {notes}
        </span>
      )}
      {entry.kind === 'file' && entry.sameAs !== null && (
        <CopyCheck size={15} className={classes.repeated} role="img" aria-label={t('repeated.mark')}>
          <title>{t(`repeated.of.${entry.sameAs.issuer_by}`, { name: entry.sameAs.name || t('files.erased') })}</title>
        </CopyCheck>
      )}
      {tagsOf(entry).map((tag) => (
        <span key={tag} className={classes.tag} title={tag}>
          {tag}
        </span>
      ))}
    </>
  );
};

/** The name of a folder or file, with what stands under it where there is no room for columns. */
export const NameCell = ({ entry, name, size, isRenaming, isTrash, place, handlers, t, language }: Props) => {
  // what a name ends with says what it is, and is seen however short the place
  const ending = entry.kind === 'file' ? (/\.[^. ]{1,5}$/.exec(name)?.[0] ?? '') : '';
  const states = isTrash ? [] : sentencesOf(entry).map((key) => t(key));
  const isNew = entry.kind === 'file' && states.length === 0;
  const isRepeated = entry.kind === 'file' && entry.sameAs !== null;
  const under = isTrash
    ? [momentOf(entry.at), entry.who, place]
    : [
        isNew && t('process.new'),
        newInside(entry, language, t),
        isRepeated && t('repeated.mark'),
        ...saidOf(entry, language),
        size,
        momentOf(entry.at),
        ...tagsOf(entry),
      ];
  const onClick = (event: MouseEvent) => {
    // a folder opens like a link, unless keys are held that select; what a finger does the row knows
    if (entry.kind !== 'folder' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if ((event.nativeEvent as PointerEvent).pointerType === 'touch') return;
    event.stopPropagation();
    handlers.onOpen(entry);
  };
  return (
    <div role="gridcell" className={classes.name}>
      {entry.kind === 'file' && !isTrash && hasThumbnail(entry.file) ? (
        <Thumbnail file={entry.file} />
      ) : (
        <FileIcon entry={entry} />
      )}
      {isRenaming ? (
        <NameEditor
          key={entry.id}
          entry={entry}
          onRename={(to) => handlers.onRename(entry, to)}
          onEnd={handlers.onRenamed}
        />
      ) : (
        <span className={classes.text}>
          <span
            className={classes.title}
            title={name}
            data-open={entry.kind === 'folder' || undefined}
            onClick={onClick}
          >
            <span className={classes.stem}>{name.slice(0, name.length - ending.length)}</span>
            {ending}
            {marksOf(entry, t)}
          </span>
          <span className={classes.under}>
            {states.length > 0 && <strong className={classes.states}>{states.join(' · ')}</strong>}
            {states.length > 0 && ' · '}
            {under.filter(Boolean).join(' · ')}
          </span>
        </span>
      )}
    </div>
  );
};
