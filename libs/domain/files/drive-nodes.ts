import { FIRM_CATEGORIES, nameKey } from '@dosar/contracts';
import { HashedNumbers } from './hashed-numbers';
import { hashOf, type FileNode, type FolderNode, type Node } from './node-cells';
import { NodeTable } from './node-table';

export type { FileNode, FolderNode, Node } from './node-cells';

/** Everything one client keeps, as a tree. Lists of what is in a folder have its id; the root's is ''. */
export type Drive = {
  readonly nodes: NodeTable;
  /** Numbers of nodes by the keys of their names: two things of one folder never have the same. */
  readonly live: Map<string, HashedNumbers>;
  readonly deleted: Map<string, Set<number>>;
  /** Ids of notes: one that is asked for again is not made twice. */
  readonly notes: Set<string>;
  /** Bytes of all files, deleted ones included. */
  used: number;
};

export const emptyDrive = (): Drive => ({
  nodes: new NodeTable(),
  live: new Map(),
  deleted: new Map(),
  notes: new Set(),
  used: 0,
});

const at = (parentId: string | null) => parentId ?? '';

/** What has a value there, which is made when it is asked for first. */
const madeIn = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
};

const takeOut = (drive: Drive, number: number): void => {
  const { name, parentId, deletion } = drive.nodes.at(number);
  if (deletion === null) drive.live.get(at(parentId))?.remove(hashOf(nameKey(name)), number);
  else drive.deleted.get(at(parentId))?.delete(number);
};

/** Puts a node in its place, and takes it out of the one it had. For `evolve` alone. */
export const place = (drive: Drive, node: Node): void => {
  const former = drive.nodes.numberOf(node.id);
  if (former !== undefined) takeOut(drive, former);
  const number = drive.nodes.put(node);
  if (node.deletion === null)
    madeIn(drive.live, at(node.parentId), () => new HashedNumbers()).add(hashOf(nameKey(node.name)), number);
  else madeIn(drive.deleted, at(node.parentId), () => new Set()).add(number);
};

export const folderOf = (drive: Drive, id: string | null): FolderNode | null => {
  const node = id === null ? null : drive.nodes.get(id);
  return node?.type === 'folder' && node.deletion === null ? node : null;
};

export const fileOf = (drive: Drive, id: string): FileNode | null => {
  const node = drive.nodes.get(id);
  return node?.type === 'file' && node.deletion === null ? node : null;
};

/** Whether something can be put there: the root, or a folder that was not deleted. */
export const isPlace = (drive: Drive, folderId: string | null): boolean =>
  folderId === null || folderOf(drive, folderId) !== null;

export const holderOf = (drive: Drive, folderId: string | null, name: string): string | null => {
  const key = nameKey(name);
  const isNamed = (number: number) => nameKey(drive.nodes.nameAt(number)) === key;
  const found = drive.live.get(at(folderId))?.find(hashOf(key), isNamed);
  return found === undefined ? null : drive.nodes.at(found).id;
};

/** Numbers of what is in a folder, deleted or not: a node is only made of those that are of use. */
export function* numbersIn(drive: Drive, folderId: string | null): Generator<number> {
  yield* drive.live.get(at(folderId))?.numbers() ?? [];
  yield* drive.deleted.get(at(folderId)) ?? [];
}

/** What is in a folder, deleted or not. */
export const childrenOf = (drive: Drive, folderId: string | null): readonly Node[] =>
  [...numbersIn(drive, folderId)].map((number) => drive.nodes.at(number));

/** `/2026/2026-01 Ianuarie`; the root is `/`. */
export const pathOf = ({ nodes }: Drive, folderId: string | null): string => {
  const names: string[] = [];
  for (const number of nodes.upFrom(folderId)) names.push(nodes.nameAt(number));
  return `/${names.reverse().join('/')}`;
};

/** How many folders lead there, itself counted; the root is 0. */
export const depthOf = ({ nodes }: Drive, folderId: string | null): number => {
  let depth = 0;
  for (const _ of nodes.upFrom(folderId)) depth += 1;
  return depth;
};

type Walk = {
  /** Whether it is of use; what is below a folder that is not is passed by. */
  readonly test: (number: number) => boolean;
  /** A folder comes before its contents; else behind them. */
  readonly foldersFirst?: boolean;
};

/**
 * Numbers of what is below a folder. They are found as they are taken: whoever needs only some does not pay for all. What
 * is changed meanwhile may be found or not.
 */
export function* below(drive: Drive, folderId: string, { test, foldersFirst = false }: Walk): Generator<number> {
  const { nodes } = drive;
  // a chain of folders can be longer than the stack is deep
  const open: { readonly folder: number | null; readonly inside: Iterator<number> }[] = [
    { folder: null, inside: numbersIn(drive, folderId) },
  ];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.inside.next();
    if (next.done) {
      open.pop();
      if (top.folder !== null && !foldersFirst) yield top.folder;
    } else if (!test(next.value)) continue;
    else if (nodes.isFolderAt(next.value)) {
      if (foldersFirst) yield next.value;
      open.push({ folder: next.value, inside: numbersIn(drive, nodes.idAt(next.value)) });
    } else yield next.value;
  }
}

/** For `below`: what was not deleted. */
export const isLiveIn =
  ({ nodes }: Drive) =>
  (number: number): boolean =>
    nodes.deletionAt(number) === null;

/** Whether the folder `inner` is the folder `outer`, or somewhere below it. */
export const isWithin = (drive: Drive, inner: string | null, outer: string): boolean => {
  const wanted = drive.nodes.numberOf(outer);
  for (const number of drive.nodes.upFrom(inner)) if (number === wanted) return true;
  return false;
};

/** What the accountant has begun to work on is closed to the client's users. */
export const isLocked = (node: Node): boolean => node.type === 'file' && node.processState !== 'new';

/** A folder that the firm fills and a client's user only reads. */
export const isOfFirm = (node: Node): boolean =>
  node.type === 'folder' && node.categoryKey !== null && FIRM_CATEGORIES.has(node.categoryKey);

/** Whether a place is in such a folder, or is one. */
export const isInFirms = ({ nodes }: Drive, folderId: string | null): boolean => {
  for (const number of nodes.upFrom(folderId)) if (isOfFirm(nodes.at(number))) return true;
  return false;
};

/** What a node takes in memory with its places in lists, about, beside its texts; a byte of these; the id of a note. */
const BYTES = { node: 80, text: 1.15, note: 100 } as const;

export const weighDrive = ({ nodes, notes }: Drive): number =>
  nodes.size * BYTES.node + nodes.bytes * BYTES.text + notes.size * BYTES.note;
