import { refuse, type Refusal } from '@dosar/kernel';
import { CHAT_FOLDER, freeName } from '@dosar/contracts';
import type { DriveEvent, FileSource } from './drive.events';
import { hasRoomFor } from './drive-limits';
import { folderOf, holderOf, isInFirms, isPlace, type Drive } from './drive-nodes';
import type { Terms } from './drive-plans';

export type Upload = {
  readonly fileId: string;
  readonly folderId: string | null;
  /** For a file from a conversation without a given folder: the id of the folder for these, if it has to be created. */
  readonly chatFolderId?: string;
  readonly name: string;
  readonly blobId: string;
  readonly size: number;
  readonly sha256: string;
  readonly bytesKey: string;
  readonly mimeType: string;
  readonly source: FileSource;
  /** Bytes; 0 is unlimited. */
  readonly quota: number;
};

/**
 * The folder for files of conversations, and the event that creates it if it is missing. If a file has its name, the root is
 * used.
 */
const chatFolder = (drive: Drive, newId: string, year: number): { folderId: string | null; made: DriveEvent[] } => {
  const holder = holderOf(drive, null, CHAT_FOLDER);
  const folderId = holder === null ? newId : (folderOf(drive, holder)?.id ?? null);
  if (holder !== null) return { folderId, made: [] };
  const data = { folderId: newId, year, parentId: null, name: CHAT_FOLDER, categoryKey: null };
  return { folderId, made: [{ type: 'FolderCreated', data }] };
};

export const planUpload = (
  drive: Drive,
  { chatFolderId, name, quota, fileId, folderId: wanted, ...content }: Upload,
  { isClients, year }: Pick<Terms, 'isClients' | 'year'>,
): DriveEvent[] | Refusal<'drive/unknown' | 'drive/firm-only' | 'drive/quota'> => {
  if (drive.nodes.has(fileId)) return [];
  if (!isPlace(drive, wanted)) return refuse('drive/unknown');
  if (isClients && isInFirms(drive, wanted)) return refuse('drive/firm-only');
  if (quota > 0 && drive.used + content.size > quota) return refuse('drive/quota');
  const there = { folderId: wanted, made: [] };
  const { folderId, made } = chatFolderId === undefined ? there : chatFolder(drive, chatFolderId, year);
  if (!hasRoomFor(drive, made.length + 1)) return refuse('drive/quota');
  const free = freeName(name, (key) => holderOf(drive, folderId, key) !== null);
  const place = { fileId, year, folderId, name: free, originalName: name, version: 1 };
  return [...made, { type: 'FileUploaded', data: { ...place, ...content } }];
};
