import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { FILE_LIMITS, type Operation } from '@dosar/contracts';
import { toasts } from '../../platform/toasts';
import { parentOf, selectionOf, type Entry } from './entries';
import { filesWritings, type StatusChange } from './files.mutations';

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

/** Tells what was done with many, and what was not. */
const useTelling = () => {
  const { t } = useTranslation();
  const tell = (title: string, { failed, total }: Operation, undo?: () => void) => {
    if (failed.length === 0) {
      const action = undo && { action: { label: t('parts.undo'), run: undo } };
      toasts.show({ type: 'success', title, ...action });
      return;
    }
    const [first] = failed;
    const message = t('files.partly', { name: first?.name ?? '', error: first?.error ?? '' });
    toasts.show({ type: 'warning', title: t('files.partlyTitle', { count: failed.length, total }), message });
  };
  const isTooMany = (entries: readonly Entry[]) => {
    if (entries.length <= FILE_LIMITS.bulk) return false;
    toasts.show({ type: 'warning', title: t('files.tooMany', { max: FILE_LIMITS.bulk }) });
    return true;
  };
  return { tell, isTooMany };
};

const useMoving = (writings: Writings) => {
  const { t } = useTranslation();
  const { tell, isTooMany } = useTelling();
  const { mutateAsync: send } = useMutation(writings.move);
  /** What was selected together was in one folder, so that is where it goes back to. */
  return async (entries: readonly Entry[], targetId: string | null, folder: string): Promise<boolean> => {
    const moving = entries.filter((entry) => parentOf(entry) !== targetId && entry.id !== targetId);
    if (moving.length === 0 || isTooMany(moving)) return false;
    const origin = parentOf(moving[0]!);
    const undo = () => void done(send({ entries: moving, targetId: origin }));
    return done(send({ entries: moving, targetId }), ({ operation }) =>
      tell(t('files.moved', { count: moving.length - operation.failed.length, folder }), operation, undo),
    );
  };
};

const useRemoving = (writings: Writings) => {
  const { t } = useTranslation();
  const { tell, isTooMany } = useTelling();
  const { mutateAsync: sendRestore } = useMutation(writings.restore);
  const { mutateAsync: sendRemove } = useMutation(writings.remove);
  const restore = (entries: readonly Entry[]) =>
    done(sendRestore(entries), ({ operation }) => tell(t('files.restored', { count: operation.done }), operation));
  const remove = async (entries: readonly Entry[]) =>
    !isTooMany(entries) &&
    done(sendRemove(entries), ({ operation }) => {
      const count = entries.length - operation.failed.length;
      tell(t('files.deleted', { count }), operation, () => void restore(entries));
    });
  return { restore, remove };
};

/** Names: what is refused stands where it was typed. */
const useNaming = (writings: Writings) => {
  const { mutateAsync: renameFolder } = useMutation(writings.renameFolder);
  const { mutateAsync: renameFile } = useMutation(writings.renameFile);
  const { mutateAsync: create } = useMutation(writings.createFolder);
  const rename = async (entry: Entry, name: string): Promise<void> => {
    await (entry.kind === 'folder' ? renameFolder({ entry, name }) : renameFile({ entry, name }));
  };
  const createFolder = async (parentId: string | null, name: string): Promise<string> =>
    (await create({ parentId, name })).folder.id;
  return { rename, createFolder };
};

const useMarking = (writings: Writings) => {
  const { t } = useTranslation();
  const { tell } = useTelling();
  const { mutateAsync: mark } = useMutation(writings.mark);
  return (entries: readonly Entry[], change: StatusChange) =>
    done(mark({ entries, change }), ({ operation }) => {
      const count = selectionOf(entries).file_ids.length - operation.failed.length;
      tell(t('files.statusChanged', { count }), operation);
    });
};

/** What a person can do with the documents of a client, and what they are told about it. */
export const useFileActions = (clientId: string) => {
  const { t } = useTranslation();
  const writings = filesWritings(clientId);
  const { mutateAsync: askFor } = useMutation(writings.download);
  const { mutateAsync: makeStructure } = useMutation(writings.createStructure);
  const { mutateAsync: askForAll } = useMutation(writings.downloadAll);
  const { isTooMany } = useTelling();
  /** One file as it is, all else as one archive. */
  const download = async (entries: readonly Entry[]) => {
    const [first, ...others] = entries;
    if (!first || isTooMany(entries)) return false;
    const isAlone = others.length === 0 && first.kind === 'file';
    return done(isAlone ? askFor(first) : askForAll(entries), ({ url }) => {
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
    });
  };
  const createStructure = (parentId: string | null, year?: number) =>
    done(makeStructure({ parentId, year }), ({ created_count: count }) => {
      const title = count === 0 ? t('files.structureThere') : t('files.structureMade', { count });
      toasts.show({ type: 'success', title });
    });
  return {
    ...useNaming(writings),
    ...useRemoving(writings),
    move: useMoving(writings),
    setStatus: useMarking(writings),
    download,
    createStructure,
  };
};

export type FileActions = ReturnType<typeof useFileActions>;
