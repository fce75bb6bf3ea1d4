import {
  archivesApi,
  bulkApi,
  filesApi,
  foldersApi,
  notesApi,
  pagesApi,
  undoApi,
  type AccountingStatus,
  type InputOf,
  type ProcessState,
} from '@dosar/contracts';
import { invalidate, writing } from '../../platform/queries';
import { parentOf, selectionOf, type Entry } from './list/entries';
import { refreshFolders } from './files.queries';

export type StatusChange = {
  readonly process_state?: ProcessState;
  readonly accounting_status?: AccountingStatus | null;
};

type Renaming = { readonly entry: Entry; readonly name: string };
/** Many things, or some of them: one deed takes several calls. */
type Selected = { readonly entries: readonly Entry[]; readonly deed?: string };
type Moving = Selected & { readonly targetId: string | null };
type Marking = Selected & { readonly change: StatusChange };
type Structure = { readonly parentId: string | null; readonly year?: number | undefined; readonly deed?: string };
type Copy = { readonly fileId: string; readonly folderId: string | null };
type NewNote = { readonly fileId: string; readonly folderId: string | null; readonly text: string };
export type Unpacking = {
  readonly fileId: string;
  /** What the archive is called. */
  readonly name: string;
  readonly targetId: string | null;
  /** null: without a folder of its own. */
  readonly folderName: string | null;
};
export type PagesArranged = Pick<InputOf<typeof pagesApi.arrange>['body'], 'documents' | 'pages'> & {
  readonly folderId: string | null;
};
type Undoing = {
  readonly deed: string;
  readonly folderIds: readonly (string | null)[];
  /** What cannot be undone stays as it is. */
  readonly leavesOut: boolean;
};
type NewFolder = { readonly parentId: string | null; readonly name: string };

const under = (parentId: string | null) => (parentId === null ? {} : { parent_folder_id: parentId });

export const downloading = { failure: 'failures.download', misread: 'failures.noAddress' } as const;

/** All that can be written about the documents of a client, and the folders that then read otherwise. */
export const filesWritings = (clientId: string) => {
  const foldersOf = (entries: readonly Entry[]) => refreshFolders(clientId, [...new Set(entries.map(parentOf))]);
  const these = ({ entries }: Selected) => ({ body: { ...selectionOf(entries), client_id: clientId } });
  const deed = (of: Selected) => of.deed;
  const renaming = {
    input: ({ entry, name }: Renaming) => ({ params: { id: entry.id }, body: { name } }),
    touches: (_: unknown, { entry }: Renaming) => foldersOf([entry]),
    failure: null,
  };
  return {
    renameFolder: writing(foldersApi.rename, renaming),
    renameFile: writing(filesApi.rename, renaming),
    createFolder: writing(foldersApi.create, {
      input: ({ parentId, name }: NewFolder) => ({ body: { name, client_id: clientId, ...under(parentId) } }),
      touches: (_, { parentId }) => refreshFolders(clientId, [parentId]),
      failure: null,
    }),
    restore: writing(bulkApi.restore, {
      input: these,
      deed,
      touches: (_, { entries }) => foldersOf(entries),
      failure: 'failures.restore',
    }),
    remove: writing(bulkApi.delete, {
      input: these,
      deed,
      touches: (_, { entries }) => foldersOf(entries),
      failure: 'failures.delete',
    }),
    discard: writing(bulkApi.delete, {
      input: ({ fileId }: Copy) => ({ body: { file_ids: [fileId], client_id: clientId } }),
      touches: (_, { folderId }) => refreshFolders(clientId, [folderId]),
      failure: 'failures.delete',
    }),
    unpack: writing(archivesApi.extract, {
      input: ({ fileId, targetId, folderName }: Unpacking) => ({
        params: { id: fileId },
        body: {
          ...(targetId !== null && { target_folder_id: targetId }),
          ...(folderName !== null && { folder_name: folderName }),
        },
      }),
      touches: (_, { targetId }) => refreshFolders(clientId, [targetId]),
      failure: null,
    }),
    arrangePages: writing(pagesApi.arrange, {
      input: ({ folderId, documents, pages }: PagesArranged) => ({
        body: { client_id: clientId, documents, pages, ...(folderId !== null && { target_folder_id: folderId }) },
      }),
      touches: (_, { folderId }) => refreshFolders(clientId, [folderId]),
      failure: null,
    }),
    undo: writing(undoApi.undo, {
      input: ({ deed, leavesOut }: Undoing) => ({ body: { correlation_id: deed, leave_out_conflicts: leavesOut } }),
      touches: (_, { folderIds }) => refreshFolders(clientId, folderIds),
      failure: null,
    }),
    addNote: writing(notesApi.add, {
      input: ({ fileId, text }: NewNote) => ({ params: { id: fileId }, body: { text } }),
      touches: (_, { folderId }) => {
        void invalidate(['notes']);
        refreshFolders(clientId, [folderId]);
      },
      failure: 'failures.addNote',
    }),
    move: writing(bulkApi.move, {
      deed,
      input: ({ entries, targetId }: Moving) => ({
        body: { ...these({ entries }).body, ...(targetId !== null && { target_folder_id: targetId }) },
      }),
      touches: (_, { entries, targetId }) => refreshFolders(clientId, [targetId, ...new Set(entries.map(parentOf))]),
      failure: 'failures.move',
    }),
    copy: writing(bulkApi.copy, {
      deed,
      input: ({ entries, targetId }: Moving) => ({
        body: { ...these({ entries }).body, ...(targetId !== null && { target_folder_id: targetId }) },
      }),
      touches: (_, { targetId }) => refreshFolders(clientId, [targetId]),
      failure: 'failures.copy',
    }),
    mark: writing(bulkApi.status, {
      deed,
      input: ({ entries, change }: Marking) => ({
        body: { file_ids: selectionOf(entries).file_ids, client_id: clientId, ...change },
      }),
      touches: (_, { entries }) => foldersOf(entries),
      failure: 'failures.status',
    }),
    createStructure: writing(foldersApi.createAccountingStructure, {
      deed: ({ deed }: Structure) => deed,
      input: ({ parentId, year }: Structure) => ({
        body: { client_id: clientId, ...under(parentId), ...(year !== undefined && { year }) },
      }),
      touches: (_, { parentId }) => refreshFolders(clientId, [parentId]),
      failure: 'failures.structure',
    }),
    downloadAll: writing(bulkApi.download, { input: these, deed, ...downloading }),
    download: writing(filesApi.download, {
      input: ({ id }: Entry) => ({ params: { id } }),
      ...downloading,
    }),
  };
};
