import type { DriveEvent } from './drive.events';
import { roomFor } from './drive-limits';
import type { Drive, Node } from './drive-nodes';
import type { Terms } from './drive-plans';

/** What of a drive began in a year: what is there, and what was deleted. */
export const begunIn = ({ nodes }: Drive, year: number): { readonly living: Node[]; readonly deleted: Node[] } => {
  const living: Node[] = [];
  const deleted: Node[] = [];
  for (const node of nodes.values()) if (node.year === year) (node.deletion === null ? living : deleted).push(node);
  return { living, deleted };
};

/** What is written beside a file. */
type CarriedNote = { readonly id: string; readonly text: string };
/** What is to live on when the year in which it began is destroyed; of a file its hash, the key of its bytes and its notes, which a drive does not know. */
export type Carried = {
  readonly id: string;
  readonly sha256?: string | null;
  readonly bytesKey?: string | null;
  readonly notes?: readonly CarriedNote[];
  /** Some of its notes, as far as one append holds them: the rest of it comes later. */
  readonly isPart?: true;
};
export type Carrying = { readonly items: readonly Carried[] };

const carried = ({ type, id, name, parentId, year: from }: Node, item: Carried, year: number): DriveEvent[] => {
  if (type === 'folder') return [{ type: 'FolderCarried', data: { folderId: id, from, year, parentId, name } }];
  const file = { fileId: id, from, year, folderId: parentId } as const;
  const notes = (item.notes ?? []).map(({ id: noteId, text }): DriveEvent => ({
    type: 'FileNoteCarried',
    data: { ...file, noteId, text },
  }));
  if (item.isPart) return notes;
  // last: from then on it is of the new year, with all that was written beside it
  const { sha256 = null, bytesKey = null } = item;
  return [...notes, { type: 'FileCarried', data: { ...file, name, sha256, bytesKey } }];
};

/**
 * Says anew of things what is needed of them, sealed under the present year, which is theirs from then on. What does not fit
 * into one append is said by the next.
 */
export const planCarrying = (drive: Drive, { items }: Carrying, { limit, year }: Terms): DriveEvent[] => {
  const events: DriveEvent[] = [];
  const room = roomFor(events, limit);
  for (const item of items) {
    const node = drive.nodes.get(item.id);
    if (!node || node.deletion !== null || node.year === year) continue;
    for (const event of carried(node, item, year)) if (!room.put(event)) return events;
  }
  return events;
};
