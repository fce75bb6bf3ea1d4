import { documentsApi, filesApi, foldersApi, invoicesApi, type FolderTree, type ReplyOf } from '@dosar/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api';
import { isPassing } from '../../platform/refusals';
import { PAST } from '../../platform/past/former';
import { isGone, queries, reading } from '../../platform/queries';
import { monthOf } from '../../platform/format';
import { monthIn } from './months';
import { leavesOut, openBelow, withOpened } from './tree/large-tree';

export const tree = (clientId: string) => {
  const query = { client_id: clientId };
  return queryOptions({
    ...reading(foldersApi.tree, { query }),
    queryFn: async ({ signal }) => {
      const whole = await call(foldersApi.tree, { query }, signal);
      return leavesOut(whole.tree) ? { ...whole, tree: await withOpened(whole.tree, signal) } : whole;
    },
  });
};
export const folderPath = (id: string) => reading(foldersApi.path, { params: { id } });

/** Reads what the tree has left out below these folders. */
export const showBelow = (clientId: string, ids: readonly string[]): void => {
  openBelow(ids);
  void queries.invalidateQueries({ queryKey: tree(clientId).queryKey });
};
export const filesIn = (clientId: string, folderId: string | null) =>
  reading(filesApi.list, { query: { clientId, ...(folderId !== null && { folderId }) } });
export const file = (id: string) => reading(filesApi.get, { params: { id } });
export const trash = (clientId: string) => reading(filesApi.trash, { query: { client_id: clientId } });

/** The folders from the root down to this one; null when it is not in the tree. */
export const pathTo = (folders: readonly FolderTree[], id: string): readonly FolderTree[] | null => {
  for (const each of folders) {
    if (each.id === id) return [each];
    const below = pathTo(each.children, id);
    if (below) return [each, ...below];
  }
  return null;
};

const ofMonth = (folders: readonly FolderTree[], month: string): FolderTree | null => {
  for (const each of folders) {
    const found = monthIn(each) === month ? each : ofMonth(each.children, month);
    if (found) return found;
  }
  return null;
};

/** The folder of the month in the accounting structure, when there is one. */
export const monthFolder = async (clientId: string, now: Date): Promise<FolderTree | null> =>
  ofMonth((await newestTree(clientId)).tree, monthOf(now));

/** As it is now, or as it was read last while nobody answers. @throws Refused, Unreachable */
const newestTree = (clientId: string) =>
  queries.fetchQuery(tree(clientId)).catch((error: unknown) => {
    const known = queries.getQueryData(tree(clientId).queryKey);
    if (!known || !isPassing(error)) throw error;
    return known;
  });

/** Whose folder it is, as far as a tree that was read knows it. */
const knownClientOf = (id: string): string | undefined =>
  queries
    .getQueriesData<ReplyOf<typeof foldersApi.tree>>({ queryKey: tree('').queryKey.slice(0, 2) })
    .find(([, known]) => known && pathTo(known.tree, id))?.[1]?.client_id;

/** Whose documents a folder is in, or was until it was deleted; `likely` is asked for those. @throws Refused, Unreachable */
export const clientOfFolder = async (id: string, likely: string | null): Promise<string> => {
  const known = knownClientOf(id);
  if (known !== undefined) return known;
  try {
    return (await queries.ensureQueryData(reading(foldersApi.get, { params: { id } }))).folder.client_id;
  } catch (error) {
    if (likely === null || !isGone(error)) throw error;
    const { folders } = await queries.ensureQueryData(trash(likely));
    if (!folders.some((folder) => folder.id === id)) throw error;
    return likely;
  }
};

/** Many changes at once are one look at the server. */
const TOGETHER_MS = 80;
const waiting = new Map<string, Set<string | null>>();

/** Reads again what a change of these folders touches, wherever the change came from. */
export const refreshFolders = (clientId: string, folderIds: readonly (string | null)[]): void => {
  if (waiting.size === 0) setTimeout(refreshNow, TOGETHER_MS);
  const known = waiting.get(clientId) ?? new Set();
  for (const id of folderIds) known.add(id);
  waiting.set(clientId, known);
};

/** Who may see what has changed: nothing that was read before is shown without being asked for. */
export const forgetFiles = (): void => {
  for (const view of ['files', 'folders', PAST]) queries.removeQueries({ queryKey: [view], type: 'inactive' });
};

/** Every reading of this call, whatever was asked. */
const readAgain = ({ view, path }: { readonly view: string; readonly path: string }) =>
  void queries.invalidateQueries({ queryKey: [view, path] });

/** Lists over all clients are read again more seldom, as the figures that count the same are. */
const LISTS_MS = 1_000;
let lists: ReturnType<typeof setTimeout> | undefined;
const refreshLists = () => {
  lists ??= setTimeout(() => {
    lists = undefined;
    readAgain(documentsApi.list);
  }, LISTS_MS);
};

const refreshNow = () => {
  // what is looked at by itself, and the same document as another, wherever they lie
  for (const each of [filesApi.get, invoicesApi.repeated]) readAgain(each);
  refreshLists();
  for (const [clientId, folderIds] of waiting) {
    const keys = [tree(clientId), trash(clientId), ...[...folderIds].map((id) => filesIn(clientId, id))];
    for (const { queryKey } of keys) void queries.invalidateQueries({ queryKey });
  }
  waiting.clear();
};
