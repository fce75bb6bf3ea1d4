import { freeName, nameKey } from '@dosar/contracts';
import { refuse } from '@dosar/kernel';
import type { DriveEvent } from '../drive.events';
import { hasRoomFor, isTooDeep, reachOfAll, roomFor } from '../drive-limits';
import { holderOf, isInFirms, isPlace, type Drive } from '../drive-nodes';
import type { Terms } from '../drive-plans';

/** The stored content of a file from an archive. */
export type UnpackedContent = {
  readonly blobId: string;
  readonly size: number;
  readonly sha256: string;
  readonly bytesKey: string;
  readonly mimeType: string;
};

/** A folder or file from an archive. `parent` is an earlier one; null: the folder where the archive is unpacked. */
export type Unpacked = {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  /** Its name in the archive. */
  readonly originalName: string;
  readonly type: 'file' | 'folder';
  /** null: a folder, or a file that exists already. */
  readonly content: UnpackedContent | null;
};

export type Unpacking = {
  readonly archiveId: string;
  readonly targetId: string | null;
  readonly items: readonly Unpacked[];
  /** Bytes; 0 is unlimited. */
  readonly quota: number;
};

/**
 * The remaining things of an archive, as many as one append may have. Whether there is room for all is decided with the
 * first part; names that are taken meanwhile become `name (1)`.
 */
export const planUnpacking = (
  drive: Drive,
  { archiveId, targetId, items, quota }: Unpacking,
  { isClients, limit, year }: Terms,
) => {
  if (isClients && isInFirms(drive, targetId)) return refuse('drive/firm-only');
  if (!isPlace(drive, targetId)) return refuse('drive/unknown');
  const isBegun = items.some(({ id }) => drive.nodes.has(id));
  const bytes = items.reduce((sum, { content }) => sum + (content?.size ?? 0), 0);
  if (!isBegun && quota > 0 && drive.used + bytes > quota) return refuse('drive/quota');
  if (!isBegun && !hasRoomFor(drive, items.length)) return refuse('drive/quota');
  const placed = items.map(({ id, parent, name, type }) => ({ id, parentId: parent, name, type }));
  if (!isBegun && isTooDeep(drive, targetId, reachOfAll(placed))) return refuse('drive/too-deep');

  const events: DriveEvent[] = [];
  const room = roomFor(events, limit);
  const made = new Set<string | null>([targetId]);
  const planned = new Map<string | null, Set<string>>();
  for (const { id, parent, name, originalName, type, content } of items) {
    if (room.isFull()) break;
    const folderId = parent ?? targetId;
    const known = drive.nodes.get(id);
    const isThere = made.has(folderId) || isPlace(drive, folderId);
    // the target folder was created earlier and has been deleted by somebody since
    if (known ? known.deletion !== null : !isThere) return refuse('drive/unknown');
    if (known) continue;
    made.add(folderId);
    const taken = planned.get(folderId) ?? new Set();
    planned.set(folderId, taken);
    const free = freeName(name, (key) => taken.has(key) || holderOf(drive, folderId, key) !== null);
    taken.add(nameKey(free));
    if (type === 'folder') {
      room.put({
        type: 'FolderCreated',
        data: { folderId: id, year, parentId: folderId, name: free, categoryKey: null },
      });
      made.add(id);
    } else if (content) {
      const about = { fileId: id, year, folderId, name: free, originalName, version: 1 };
      room.put({ type: 'FileUploaded', data: { ...about, ...content, source: { kind: 'zip', id: archiveId } } });
    }
  }
  return events;
};
