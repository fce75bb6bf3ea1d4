import type { DriveEvent } from './drive.events';
import { roomFor } from './drive-limits';
import type { Drive, Node } from './drive-nodes';
import type { Terms } from './drive-plans';
import { recordedFields } from '../recorded-fields';

/** What began in a year: existing and deleted things. */
export const begunIn = ({ nodes }: Drive, year: number): { readonly living: Node[]; readonly deleted: Node[] } => {
  const living: Node[] = [];
  const deleted: Node[] = [];
  for (const node of nodes.values()) if (node.year === year) (node.deletion === null ? living : deleted).push(node);
  return { living, deleted };
};

/** A note of a file. */
type CarriedNote = { readonly id: string; readonly text: string };
/**
 * A thing that is to outlive the key of its year; for a file with its hash, the key of its bytes and its notes, which a
 * drive does not have.
 */
export type Carried = {
  readonly id: string;
  readonly sha256?: string | null;
  readonly bytesKey?: string | null;
  readonly notes?: readonly CarriedNote[];
  /** Only some of its notes, as many as one append holds: the rest follows. */
  readonly isPart?: true;
};
export type Carrying = { readonly items: readonly Carried[] };

const carried = (node: Node, item: Carried, year: number): DriveEvent[] => {
  const { id, name, parentId, year: from } = node;
  if (node.type === 'folder') return [{ type: 'FolderCarried', data: { folderId: id, from, year, parentId, name } }];
  const file = { fileId: id, from, year, folderId: parentId } as const;
  const notes = (item.notes ?? []).map(({ id: noteId, text }): DriveEvent => ({
    type: 'FileNoteCarried',
    data: { ...file, noteId, text },
  }));
  if (item.isPart) return notes;
  // last: from then on the file belongs to the new year, with all of its notes
  const { sha256 = null, bytesKey = null } = item;
  const {
    fields,
    tags: [...tags],
  } = node.said;
  return [
    ...notes,
    { type: 'FileCarried', data: { ...file, name, sha256, bytesKey, fields: recordedFields(fields), tags } },
  ];
};

/**
 * Stores what is needed of things again, under the key of the present year, to which they belong from then on. What does not
 * fit into one append follows in the next.
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
