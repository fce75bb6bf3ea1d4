import type { DataOf } from '@dosar/kernel/runtime';
import { DriveEvents, type DriveEvent } from '@dosar/domain/files/drive.events';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { notes } from '@dosar/domain/files/notes.projector';
import type { Announcer, ObservedEvent } from '../../platform/sockets/announcer';

type FolderIds = readonly (string | null)[];

const inParent = ({ parentId }: { readonly parentId: string | null }): FolderIds => [parentId];
const inFolder = ({ folderId }: { readonly folderId: string | null }): FolderIds => [folderId];
const nowhere = (): FolderIds => [];
const inBoth = ({ from, to }: DataOf<DriveEvent, 'FileMoved' | 'FolderMoved'>): FolderIds => [
  from.folderId,
  to.folderId,
];

/** The folders whose content an event changes. */
const changes: { readonly [T in DriveEvent['type']]: (data: DataOf<DriveEvent, T>) => FolderIds } = {
  FolderCreated: inParent,
  FolderRenamed: inParent,
  FolderMoved: inBoth,
  FolderDeleted: inParent,
  FolderRestored: inParent,
  FolderCarried: inParent,
  FileUploaded: inFolder,
  FileCarried: inFolder,
  FileRenamed: inFolder,
  FileMoved: inBoth,
  FileDeleted: inFolder,
  FileRestored: inFolder,
  FileNoteAdded: inFolder,
  FileNoteCarried: nowhere,
  FileReadingRetried: nowhere,
  FileProcessStateChanged: inFolder,
  FileAccountingStatusChanged: inFolder,
  FileFieldsChanged: inFolder,
  FileTagsChanged: inFolder,
};

const changedBy = ({ type, data }: ObservedEvent): FolderIds =>
  (changes as Readonly<Record<string, (data: unknown) => FolderIds>>)[type]?.(data) ?? [];

/** One message for a client, however many of its documents an action changes. */
export const changedFolders: Announcer = {
  name: 'changed-folders',
  events: DriveEvents,
  views: [files.view, folders.view, notes.view],
  announce(heard) {
    const byClient = new Map<string, ObservedEvent[]>();
    for (const each of heard) {
      const { clientId } = each.tenant;
      if (clientId !== null) byClient.set(clientId, [...(byClient.get(clientId) ?? []), each]);
    }
    return [...byClient].map(([clientId, records]) => {
      const folder_ids = [...new Set(records.flatMap(changedBy))];
      const position = String(records.at(-1)!.position);
      return { event: 'files:changed', to: { clientId }, body: { client_id: clientId, folder_ids, position } };
    });
  },
};
