import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { FILE_LIMITS } from '@dosar/contracts';
import { download } from '../../../platform/downloads/download';
import { deedOf, newDeed } from '../../../platform/send';
import { toasts } from '../../../platform/toasts';
import { inParts, type Outcome } from '../bulk/bulk-work';
import { parentOf, type Entry } from '../list/entries';
import { leave } from '../uploads/interrupted-uploads';
import { filesWritings, type StatusChange } from '../files.mutations';
import { offerUndo } from './undo';
import { useUndoing, type Done } from './use-undoing';

type Writings = ReturnType<typeof filesWritings>;

/** @returns whether it was done; if not, it was told why. */
const done = <R>(work: Promise<R>, then: (reply: R) => void = () => {}): Promise<boolean> =>
  work.then(
    (reply) => {
      then(reply);
      return true;
    },
    () => false,
  );

/** Tells what was done with many, with a way back, and what was not. */
const useTelling = (clientId: string) => {
  const { t } = useTranslation();
  const undo = useUndoing(clientId);
  return (title: string, outcome: Outcome<unknown>, folderIds: Done['folderIds']) => {
    const { done: count, failed, total, isCancelled, deed } = outcome;
    const told = isCancelled ? t('files.cancelled', { count, total }) : title;
    if (count > 0) offerUndo(clientId, told, () => undo({ deed, folderIds }));
    else if (failed.length === 0) toasts.show({ type: 'success', title: told });
    leave(outcome);
  };
};

const placesOf = (entries: readonly Entry[]): Done['folderIds'] => [...new Set(entries.map(parentOf))];

const useMoving = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const tell = useTelling(clientId);
  const { mutateAsync: send } = useMutation(writings.move);
  return async (
    entries: readonly Entry[],
    targetId: string | null,
    folder: string,
    begun?: string,
  ): Promise<boolean> => {
    const moving = entries.filter((entry) => parentOf(entry) !== targetId && entry.id !== targetId);
    if (moving.length === 0) return false;
    return done(
      inParts('move', moving, (part, deed) => send({ entries: part, targetId, deed }), begun),
      (outcome) => tell(t('files.moved', { count: outcome.done, folder }), outcome, [targetId, ...placesOf(moving)]),
    );
  };
};

/** Copies stay beside what they were made of, under another name; undone, what was copied is deleted. */
const useCopying = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const tell = useTelling(clientId);
  const { mutateAsync: send } = useMutation(writings.copy);
  return (entries: readonly Entry[], targetId: string | null, folder: string) =>
    done(
      inParts('copy', entries, (part, deed) => send({ entries: part, targetId, deed })),
      (outcome) => tell(t('files.copied', { count: outcome.done, folder }), outcome, [targetId]),
    );
};

const useRemoving = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const tell = useTelling(clientId);
  const { mutateAsync: sendRestore } = useMutation(writings.restore);
  const { mutateAsync: sendRemove } = useMutation(writings.remove);
  const restore = (entries: readonly Entry[]) =>
    done(
      inParts('restore', entries, (part, deed) => sendRestore({ entries: part, deed })),
      (outcome) => tell(t('files.restored', { count: outcome.done }), outcome, placesOf(entries)),
    );
  const remove = (entries: readonly Entry[]) =>
    done(
      inParts('delete', entries, (part, deed) => sendRemove({ entries: part, deed })),
      (outcome) => tell(t('files.deleted', { count: outcome.done }), outcome, placesOf(entries)),
    );
  return { restore, remove };
};

/** Names: what is refused stands where it was typed. */
const useNaming = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const undo = useUndoing(clientId);
  const { mutateAsync: renameFolder } = useMutation(writings.renameFolder);
  const { mutateAsync: renameFile } = useMutation(writings.renameFile);
  const { mutateAsync: create } = useMutation(writings.createFolder);
  const rename = async (entry: Entry, name: string): Promise<void> => {
    const reply = await (entry.kind === 'folder' ? renameFolder({ entry, name }) : renameFile({ entry, name }));
    const deed = deedOf(reply);
    if (entry.name === name || deed === null) return;
    const run = () => undo({ deed, folderIds: [parentOf(entry)] });
    offerUndo(clientId, t('files.renamed', { name }), run);
  };
  const createFolder = async (parentId: string | null, name: string): Promise<string> =>
    (await create({ parentId, name })).folder.id;
  return { rename, createFolder };
};

const useMarking = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const tell = useTelling(clientId);
  const { mutateAsync: mark } = useMutation(writings.mark);
  return (entries: readonly Entry[], change: StatusChange) => {
    const files = entries.filter(({ kind }) => kind === 'file');
    return done(
      inParts('status', files, (part, deed) => mark({ entries: part, change, deed })),
      (outcome) => tell(t('files.statusChanged', { count: outcome.done }), outcome, placesOf(files)),
    );
  };
};

const useDownloading = (writings: Writings) => {
  const { t } = useTranslation();
  const { mutateAsync: askFor } = useMutation(writings.download);
  const { mutateAsync: askForAll } = useMutation(writings.downloadAll);
  /** One file as it is, all else as an archive; of more than one archive takes, as several. */
  return async (entries: readonly Entry[]) => {
    const [first, ...others] = entries;
    if (!first) return false;
    if (others.length === 0 && first.kind === 'file') return done(askFor(first), ({ url }) => download(url));
    const archives = Math.ceil(entries.length / FILE_LIMITS.bulk);
    if (archives > 1) toasts.show({ type: 'info', title: t('files.archives', { count: archives }) });
    const deed = newDeed();
    for (let at = 0; at < entries.length; at += FILE_LIMITS.bulk) {
      const part = { entries: entries.slice(at, at + FILE_LIMITS.bulk), deed };
      if (!(await done(askForAll(part), ({ url }) => download(url)))) return false;
    }
    return true;
  };
};

/** What a person can do with the documents of a client, and what they are told about it. */
export const useFileActions = (clientId: string) => {
  const { t } = useTranslation();
  const writings = filesWritings(clientId);
  const { mutateAsync: makeStructure } = useMutation(writings.createStructure);
  const createStructure = (parentId: string | null, year?: number) =>
    done(makeStructure({ parentId, year }), ({ created_count: count }) => {
      const title = count === 0 ? t('files.structureThere') : t('files.structureMade', { count });
      toasts.show({ type: 'success', title });
    });
  return {
    ...useNaming(clientId, writings),
    ...useRemoving(clientId, writings),
    move: useMoving(clientId, writings),
    copy: useCopying(clientId, writings),
    setStatus: useMarking(clientId, writings),
    download: useDownloading(writings),
    createStructure,
  };
};

export type FileActions = ReturnType<typeof useFileActions>;
