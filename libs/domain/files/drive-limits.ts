import { bytesOf, FILE_LIMITS } from '@dosar/contracts';
import type { DriveEvent } from './drive.events';
import type { StructureFolder } from './accounting-structure';
import { below as numbersBelow, depthOf, pathOf, type Drive, type Node } from './drive-nodes';

/** How many events are appended together at most: writes of others wait for no more of them. */
export const ITEMS_AT_ONCE = 50;

/** The part of an append's limit that the data of drive events may fill. */
const APPEND_BYTES = 480_000;
/** The overhead of a record, and of encryption. */
const RECORD = { bytes: 1_500, sealed: 1.4 } as const;

/** The remaining room of an append: number of events and bytes. */
export type Room = {
  readonly isFull: () => boolean;
  readonly put: (event: DriveEvent) => boolean;
  /** All of them or none; the first always fit. */
  readonly putAll: (more: readonly DriveEvent[]) => boolean;
};

/** At least one event always fits. The rest is planned again when these are stored. */
export const roomFor = (events: DriveEvent[], limit: number): Room => {
  let bytes = 0;
  let isFull = false;
  const putAll = (more: readonly DriveEvent[]): boolean => {
    for (const { data } of more) bytes += RECORD.bytes + RECORD.sealed * bytesOf(JSON.stringify(data));
    isFull ||= events.length > 0 && (events.length + more.length > limit || bytes > APPEND_BYTES);
    if (!isFull) events.push(...more);
    return !isFull;
  };
  return { isFull: () => isFull, put: (event) => putAll([event]), putAll };
};

/** How deep folders go, and how long the deepest path is. */
export type Reach = { readonly levels: number; readonly bytes: number };

const NOTHING: Reach = { levels: 0, bytes: 0 };
const below = (above: Reach, name: string): Reach => ({
  levels: above.levels + 1,
  bytes: above.bytes + 1 + bytesOf(name),
});
const further = (a: Reach, b: Reach): Reach => ({
  levels: Math.max(a.levels, b.levels),
  bytes: Math.max(a.bytes, b.bytes),
});

type Placed = Pick<Node, 'id' | 'parentId' | 'name' | 'type'>;

/** The reach of folders, given parents first, relative to the first one; files do not go deeper. */
export const reachOfAll = (placed: Iterable<Placed>): Reach => {
  const reaches = new Map<string | null, Reach>();
  let most = NOTHING;
  for (const { id, parentId, name, type } of placed) {
    if (type === 'file') continue;
    const here = below(reaches.get(parentId) ?? NOTHING, name);
    reaches.set(id, here);
    most = further(most, here);
  }
  return most;
};

/** The reach of a folder with everything below it, deleted things included: they may be restored. */
export const reachOf = (drive: Drive, folderId: string, name: string): Reach => {
  const { nodes } = drive;
  let most = below(NOTHING, name);
  const reaches = new Map<string, Reach>([[folderId, most]]);
  for (const number of numbersBelow(drive, folderId, { test: (each) => nodes.isFolderAt(each), foldersFirst: true })) {
    const above = reaches.get(nodes.parentAt(number)!)!;
    const here = { levels: above.levels + 1, bytes: above.bytes + 1 + nodes.nameBytesAt(number) };
    reaches.set(nodes.idAt(number), here);
    most = further(most, here);
  }
  return most;
};

/**
 * Whether a client may have that many more files and folders. Deleted ones count, since they are stored and may be restored.
 */
export const hasRoomFor = ({ nodes }: Drive, more: number): boolean => nodes.size + more <= FILE_LIMITS.items;

const reachInside = (structure: readonly StructureFolder[], above: Reach): Reach =>
  structure.reduce((most, { name, inside }) => {
    const here = below(above, name);
    return further(most, further(here, reachInside(inside, here)));
  }, NOTHING);

export const reachOfStructure = (structure: readonly StructureFolder[]): Reach => reachInside(structure, NOTHING);

/** Whether something with that reach would be too deep there. */
export const isTooDeep = (drive: Drive, parentId: string | null, { levels, bytes }: Reach): boolean =>
  depthOf(drive, parentId) + levels > FILE_LIMITS.depth ||
  (parentId === null ? 0 : bytesOf(pathOf(drive, parentId))) + bytes > FILE_LIMITS.path;

export const reachOfNew = (name: string): Reach => below(NOTHING, name);
