import { z } from 'zod';
import { foldersApi, mendedName, nameKey, systemApi, type FolderTree } from '@dosar/contracts';
import { call, session } from '../../../platform/api';
import { queries } from '../../../platform/queries';
import { isPassing, Refused } from '../../../platform/refusals';
import { newKey, send } from '../../../platform/send';
import { rememberedHere } from '../../../platform/storage/remembered';
import { store, type Store } from '../../../platform/storage/store';
import type { Dropped } from './dropped';
import { checkFile } from './file-checks';
import { pathTo, refreshFolders, tree } from '../files.queries';
import { openBelow } from '../tree/large-tree';
import { photoName, sendable } from '../photos/photos';
import { forgetPlaces } from './resumable-upload';
import { sendUpload } from './upload-request';
import type { Upload, UploadRequest } from './upload';
import { Uploads } from './uploads';

const LOOK_AGAIN_MS = 1_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the server answers again. */
export const whenBack = async (): Promise<void> => {
  for (;;) {
    await pause(LOOK_AGAIN_MS);
    const isBack = await send(systemApi.live, {}).then(
      () => true,
      () => false,
    );
    if (isBack) return;
  }
};

const check = async (wanted: UploadRequest) => {
  const found = checkFile({ name: wanted.name, size: wanted.file.size });
  if (found) return found;
  // a file that was moved away since looks like a broken line when it is sent
  const isReadable = await wanted.file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  return isReadable ? null : ({ why: 'unreadable' } as const);
};

/** The uploads of this tab: they go on wherever the person goes in it. */
export const uploads = new Uploads({
  newId: newKey,
  check,
  sendable,
  send: sendUpload,
  whenBack,
  schedule: (work, ms) => void setTimeout(work, ms),
  onUploaded: ({ clientId, folderId, name }) => {
    refreshFolders(clientId, [folderId]);
    settleUnsent(name);
  },
});

const unsentHere = rememberedHere('dosar.unsent');
const Unsent = z.object({ by: z.string().nullable(), names: z.array(z.string()) });
type Unsent = Readonly<z.infer<typeof Unsent>>;
const NOTHING: Unsent = { by: null, names: [] };
const unsentBefore = (): Unsent => {
  const before = Unsent.catch(NOTHING).parse(JSON.parse(unsentHere.get() ?? 'null'));
  unsentHere.set(null);
  return before;
};

/**
 * Names of what was still to be sent when the page was loaded again, or the session ended, until somebody has read them.
 * `by`: what one account was sending in this tab is not for another.
 */
export const unsent: Store<Unsent> = store(unsentBefore());
export const unsentBy = ({ by, names }: Unsent, personId: string | null): readonly string[] =>
  by === personId ? names : [];
export const forgetUnsent = (): void => unsent.set(NOTHING);
/** It was chosen again, and is there. */
const settleUnsent = (name: string): void => {
  const { by, names } = unsent.get();
  const at = names.indexOf(name);
  if (at >= 0) unsent.set(names.length > 1 ? { by, names: names.toSpliced(at, 1) } : NOTHING);
};

const unsentNow = (personId: string | null, left: readonly Upload[]): Unsent => {
  const names = [...unsentBy(unsent.get(), personId), ...left.map(({ name }) => name)];
  return names.length > 0 ? { by: personId, names } : NOTHING;
};

/** What goes on once the same person is back. */
let parked: { readonly by: string | null; readonly uploads: readonly Upload[] } | null = null;

addEventListener('pagehide', () => {
  const { by, uploads: waiting } = parked ?? { by: session.personId, uploads: uploads.unfinished };
  const left = by === null ? unsent.get() : unsentNow(by, waiting);
  if (left.names.length > 0) unsentHere.set(JSON.stringify(left));
});

// what is still to be sent is one person's
session.onEnd(({ isLeft, personId }) => {
  if (!isLeft) return void (parked = { by: personId, uploads: uploads.park() });
  unsent.set(NOTHING);
  uploads.clear();
  if (personId !== null) forgetPlaces(personId);
});

/** Whoever is back after their session had ended goes on; what somebody else was sending is forgotten. */
export const goOnUploading = (): void => {
  if (parked?.by === session.personId) uploads.goOnWith(parked?.uploads ?? []);
  parked = null;
};

const childrenOf = (folders: readonly FolderTree[], id: string | null): readonly FolderTree[] =>
  id === null ? folders : (pathTo(folders, id)?.at(-1)?.children ?? []);

/** The folder of this name, made when it is not there. @throws Refused */
const folderNamed = async (clientId: string, parentId: string | null, name: string): Promise<string> => {
  const body = { name, client_id: clientId, ...(parentId !== null && { parent_folder_id: parentId }) };
  const among = (all: readonly FolderTree[]) =>
    childrenOf(all, parentId).find((each) => each.name !== null && nameKey(each.name) === nameKey(name));
  const known = among(queries.getQueryData(tree(clientId).queryKey)?.tree ?? []);
  if (known) return known.id;
  for (;;) {
    try {
      return (await call(foldersApi.create, { body })).folder.id;
    } catch (error) {
      if (isPassing(error)) {
        await whenBack();
        continue;
      }
      const isThere = error instanceof Refused && error.problem.code === 'NAME_TAKEN';
      if (isThere && parentId !== null) openBelow([parentId]);
      const found = isThere && among((await queries.fetchQuery({ ...tree(clientId), staleTime: 0 })).tree);
      if (!found) throw error;
      return found.id;
    }
  }
};

/**
 * Uploads what was dropped or chosen into a folder, with the folders it came in. What is in a folder that could not be
 * made is told of, too. @throws Refused
 */
export const importDropped = async (
  dropped: readonly Dropped[],
  clientId: string,
  folderId: string | null,
): Promise<void> => {
  const made = new Map<string, Promise<string | null>>([['', Promise.resolve(folderId)]]);
  const placeOf = (path: readonly string[]): Promise<string | null> => {
    const key = path.join('/');
    const known = made.get(key);
    if (known) return known;
    const making = placeOf(path.slice(0, -1)).then((parentId) =>
      folderNamed(clientId, parentId, mendedName(path.at(-1)!)),
    );
    made.set(key, making);
    return making;
  };
  const wanted: UploadRequest[] = [];
  for (const { path, file } of dropped) {
    const place = await placeOf(path);
    if (file) wanted.push({ file, name: photoName(file.name), clientId, folderId: place });
  }
  if (made.size > 1) refreshFolders(clientId, [folderId]);
  uploads.add(wanted);
};
