import { bytesOf, FILE_LIMITS } from '@dosar/contracts';
import type { DriveEvent } from './drive.events';
import type { StructureFolder } from './accounting-structure';
import { childrenOf, depthOf, pathOf, type Drive } from './drive-nodes';

/** Of what one append may hold, what the data of drive events may fill. */
const APPEND_BYTES = 480_000;
/** A record beside its data, and what sealing adds to that. */
const RECORD = { bytes: 1_500, sealed: 1.4 } as const;

/** What an append still has room for: so many events, and so many bytes of them. */
export type Room = { readonly isFull: () => boolean; readonly put: (event: DriveEvent) => boolean };

/** At least one event always fits. What does not fit now is planned again when the rest is stored. */
export const roomFor = (events: DriveEvent[], limit: number): Room => {
  let bytes = 0;
  let isFull = false;
  return {
    isFull: () => isFull,
    put(event) {
      bytes += RECORD.bytes + RECORD.sealed * bytesOf(JSON.stringify(event.data));
      isFull ||= events.length >= limit || (events.length > 0 && bytes > APPEND_BYTES);
      if (!isFull) events.push(event);
      return !isFull;
    },
  };
};

/** How far folders go down, and how long the path to the deepest is. */
export type Reach = { readonly levels: number; readonly bytes: number };

const deeper = (name: string, inside: Reach): Reach => ({
  levels: 1 + inside.levels,
  bytes: 1 + bytesOf(name) + inside.bytes,
});
const further = (a: Reach, b: Reach): Reach => ({
  levels: Math.max(a.levels, b.levels),
  bytes: Math.max(a.bytes, b.bytes),
});
const NOTHING: Reach = { levels: 0, bytes: 0 };

/** Of a folder with what is below it, deleted or not: it may come back. */
export const reachOf = (drive: Drive, folderId: string, name: string): Reach => {
  let most = deeper(name, NOTHING);
  const open = [{ id: folderId, here: most }];
  for (let next = open.pop(); next; next = open.pop())
    for (const node of childrenOf(drive, next.id)) {
      if (node.type === 'file') continue;
      const here = { levels: next.here.levels + 1, bytes: next.here.bytes + 1 + bytesOf(node.name) };
      most = further(most, here);
      open.push({ id: node.id, here });
    }
  return most;
};

export const reachOfStructure = (structure: readonly StructureFolder[]): Reach =>
  structure.reduce((most, { name, inside }) => further(most, deeper(name, reachOfStructure(inside))), NOTHING);

/** Whether something that goes down so far would be too deep there. */
export const isTooDeep = (drive: Drive, parentId: string | null, { levels, bytes }: Reach): boolean =>
  depthOf(drive, parentId) + levels > FILE_LIMITS.depth ||
  (parentId === null ? 0 : bytesOf(pathOf(drive, parentId))) + bytes > FILE_LIMITS.path;

export const reachOfNew = (name: string): Reach => deeper(name, NOTHING);
