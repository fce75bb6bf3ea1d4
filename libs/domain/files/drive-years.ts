import type { DriveEvent } from './drive.events';
import { roomFor } from './drive-limits';
import type { Drive, Node } from './drive-nodes';
import type { Terms } from './drive-plans';

/** What of a drive began in a year: what is there, and what was deleted. */
export const begunIn = ({ nodes }: Drive, year: number): { readonly living: Node[]; readonly deleted: Node[] } => {
  const [living, deleted]: [Node[], Node[]] = [[], []];
  for (const node of nodes.values()) if (node.year === year) (node.deletion === null ? living : deleted).push(node);
  return { living, deleted };
};

/** What is to live on when the year in which it began is destroyed; of a file its hash and the key of its bytes, which a drive does not know. */
export type Carrying = {
  readonly items: readonly {
    readonly id: string;
    readonly sha256?: string | null;
    readonly bytesKey?: string | null;
  }[];
};

/** Says anew of things what is needed of them, sealed under the present year, which is theirs from then on. */
export const planCarrying = (drive: Drive, { items }: Carrying, { limit, year }: Terms): DriveEvent[] => {
  const events: DriveEvent[] = [];
  const room = roomFor(events, limit);
  for (const { id, sha256 = null, bytesKey = null } of items) {
    const node = drive.nodes.get(id);
    if (!node || node.deletion !== null || node.year === year) continue;
    const { name, parentId, year: from } = node;
    const event: DriveEvent =
      node.type === 'folder'
        ? { type: 'FolderCarried', data: { folderId: id, from, year, parentId, name } }
        : { type: 'FileCarried', data: { fileId: id, from, year, folderId: parentId, name, sha256, bytesKey } };
    if (!room.put(event)) break;
  }
  return events;
};
