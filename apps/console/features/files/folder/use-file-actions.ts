import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { FILE_LIMITS } from '@dosar/contracts';
import { download } from '../../../platform/download';
import { complain } from '../../../platform/faults';
import { toasts } from '../../../platform/toasts';
import { inParts, type Outcome } from '../bulk/bulk-work';
import { parentOf, type Entry } from '../list/entries';
import { leave } from '../uploads/interrupted-uploads';
import { filesWritings, type StatusChange } from '../files.mutations';
import { statesBack } from '../list/states-back';
import { offerUndo } from './undo';

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
const useTelling = (clientId: string) => {
  const { t } = useTranslation();
  const tell = (title: string, outcome: Outcome<unknown>, undo?: () => Promise<unknown>) => {
    const { done: count, failed, total, isCancelled } = outcome;
    const told = isCancelled ? t('files.cancelled', { count, total }) : title;
    if (count > 0 && undo) offerUndo(clientId, told, undo);
    else if (failed.length === 0) toasts.show({ type: 'success', title: told });
    leave(outcome);
  };
  const tellUndone = (outcome: Outcome<unknown>) => tell(t('files.undone'), outcome);
  return { tell, tellUndone };
};

const useMoving = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const { tell, tellUndone } = useTelling(clientId);
  const { mutateAsync: send } = useMutation(writings.move);
  const moveAll = (entries: readonly Entry[], targetId: string | null) =>
    inParts('move', entries, (part) => send({ entries: part, targetId }));
  /** What was selected together was in one folder, so that is where it goes back to. */
  return async (entries: readonly Entry[], targetId: string | null, folder: string): Promise<boolean> => {
    const moving = entries.filter((entry) => parentOf(entry) !== targetId && entry.id !== targetId);
    if (moving.length === 0) return false;
    const origin = parentOf(moving[0]!);
    return done(moveAll(moving, targetId), (outcome) => {
      const undo = () => done(moveAll(outcome.reached, origin), tellUndone);
      tell(t('files.moved', { count: outcome.done, folder }), outcome, undo);
    });
  };
};

/** Copies stay beside what they were made of, under another name; undone, what was copied is deleted. */
const useCopying = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const { tell, tellUndone } = useTelling(clientId);
  const { mutateAsync: send } = useMutation(writings.copy);
  const { mutateAsync: takeBack } = useMutation(writings.takeBack);
  return (entries: readonly Entry[], targetId: string | null, folder: string) =>
    done(
      inParts('copy', entries, (part) => send({ entries: part, targetId })),
      (outcome) => {
        const undo = () =>
          inParts('delete', outcome.made, (made) => takeBack({ made, targetId })).then(tellUndone, (error: unknown) =>
            complain(t('failures.delete'), error),
          );
        tell(t('files.copied', { count: outcome.done, folder }), outcome, undo);
      },
    );
};

const useRemoving = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const { tell } = useTelling(clientId);
  const { mutateAsync: sendRestore } = useMutation(writings.restore);
  const { mutateAsync: sendRemove } = useMutation(writings.remove);
  const restore = (entries: readonly Entry[]) =>
    done(inParts('restore', entries, sendRestore), (outcome) =>
      tell(t('files.restored', { count: outcome.done }), outcome),
    );
  const remove = (entries: readonly Entry[]) =>
    done(inParts('delete', entries, sendRemove), (outcome) =>
      tell(t('files.deleted', { count: outcome.done }), outcome, () => restore(outcome.reached)),
    );
  return { restore, remove };
};

/** Names: what is refused stands where it was typed. */
const useNaming = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const { mutateAsync: renameFolder } = useMutation(writings.renameFolder);
  const { mutateAsync: renameFile } = useMutation(writings.renameFile);
  const { mutateAsync: create } = useMutation(writings.createFolder);
  const send = (entry: Entry, name: string): Promise<unknown> =>
    entry.kind === 'folder' ? renameFolder({ entry, name }) : renameFile({ entry, name });
  const rename = async (entry: Entry, name: string): Promise<void> => {
    await send(entry, name);
    const former = entry.name;
    if (former === null || former === name) return;
    const undo = () =>
      send(entry, former).then(
        () => toasts.show({ type: 'success', title: t('files.undone') }),
        (error: unknown) => complain(t('failures.rename'), error),
      );
    offerUndo(clientId, t('files.renamed', { name }), undo);
  };
  const createFolder = async (parentId: string | null, name: string): Promise<string> =>
    (await create({ parentId, name })).folder.id;
  return { rename, createFolder };
};

const useMarking = (clientId: string, writings: Writings) => {
  const { t } = useTranslation();
  const { tell, tellUndone } = useTelling(clientId);
  const { mutateAsync: mark } = useMutation(writings.mark);
  const markAll = (entries: readonly Entry[], change: StatusChange) =>
    inParts('status', entries, (part) => mark({ entries: part, change }));
  const back = async (entries: readonly Entry[], change: StatusChange) => {
    const outcomes: Outcome<Entry>[] = [];
    for (const step of statesBack(entries, change)) outcomes.push(await markAll(step.entries, step.change));
    return {
      total: entries.length,
      done: entries.length,
      reached: entries,
      failed: outcomes.flatMap(({ failed }) => failed),
      partial: outcomes.flatMap(({ partial }) => partial),
      made: [],
      isCancelled: outcomes.some(({ isCancelled }) => isCancelled),
    };
  };
  return (entries: readonly Entry[], change: StatusChange) => {
    const files = entries.filter(({ kind }) => kind === 'file');
    return done(markAll(files, change), (outcome) =>
      tell(t('files.statusChanged', { count: outcome.done }), outcome, () =>
        done(back(outcome.reached, change), tellUndone),
      ),
    );
  };
};

const useDownloading = (writings: Writings) => {
  const { t } = useTranslation();
  const { mutateAsync: askFor } = useMutation(writings.download);
  const { mutateAsync: askForAll } = useMutation(writings.downloadAll);
  /** One file as it is, all else as one archive. */
  return async (entries: readonly Entry[]) => {
    const [first, ...others] = entries;
    if (!first) return false;
    if (entries.length > FILE_LIMITS.bulk) {
      toasts.show({ type: 'warning', title: t('files.tooMany', { max: FILE_LIMITS.bulk }) });
      return false;
    }
    const isAlone = others.length === 0 && first.kind === 'file';
    return done(isAlone ? askFor(first) : askForAll(entries), ({ url }) => download(url));
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
