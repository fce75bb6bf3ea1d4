import { FIRM_CATEGORIES, nameKey } from '@dosar/contracts';
import { HashedNumbers } from './hashed-numbers';
import { hashOf, NOTHING_SAID, type FileNode, type FolderNode, type Node } from './node-cells';
import { NodeTable } from './node-table';
import { fieldsRecorded, type RecordedFields } from '../recorded-fields';

export { NOTHING_SAID } from './node-cells';
export type { FileNode, FolderNode, Node, Said } from './node-cells';

/** Everything a client stores, as a tree. Lists of a folder's contents are found by its id; the root's is ''. */
export type Drive = {
  readonly nodes: NodeTable;
  /** Numbers of nodes by the keys of their names: two things of one folder never have the same key. */
  readonly live: Map<string, HashedNumbers>;
  readonly deleted: Map<string, Set<number>>;
  /** Ids of notes, so that a repeated request does not add one twice. */
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

/** The value for a key, created when missing. */
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

/** Puts a node in its place, and removes it from its former one. Only for `evolve`. */
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

/** A thing may take another spelling of its own name. */
export const isTakenFor = (drive: Drive, node: Node, name: string): boolean => {
  const holder = holderOf(drive, node.parentId, name);
  return holder !== null && holder !== node.id;
};

/** The drive with a node in its place, or changed. Only for `evolve`. */
export const placed = (drive: Drive, node: Node): Drive => {
  place(drive, node);
  return drive;
};
export const changedNode = (drive: Drive, id: string, how: Partial<Omit<FileNode, 'id' | 'type'>>): Drive =>
  placed(drive, { ...drive.nodes.get(id)!, ...how });

/** The same for what is said of a file, as events record it. */
export const saidWith = (
  drive: Drive,
  fileId: string,
  how: { readonly fields?: RecordedFields | null; readonly tags?: readonly string[] },
): Drive => {
  const node = drive.nodes.get(fileId);
  const before = node?.type === 'file' ? node.said : NOTHING_SAID;
  const fields = how.fields === undefined ? before.fields : fieldsRecorded(how.fields);
  const { tags = before.tags } = how;
  const isNothing = fields === null && tags.length === 0;
  return changedNode(drive, fileId, { said: isNothing ? NOTHING_SAID : { fields, tags } });
};

/** Numbers of a folder's contents, deleted or not, so that nodes are only made for those needed. */
export function* numbersIn(drive: Drive, folderId: string | null): Generator<number> {
  yield* drive.live.get(at(folderId))?.numbers() ?? [];
  yield* drive.deleted.get(at(folderId)) ?? [];
}

/** A folder's contents, deleted or not. */
export const childrenOf = (drive: Drive, folderId: string | null): readonly Node[] =>
  [...numbersIn(drive, folderId)].map((number) => drive.nodes.at(number));

/** `/2026/2026-01 Ianuarie`; the root is `/`. */
export const pathOf = ({ nodes }: Drive, folderId: string | null): string => {
  const names: string[] = [];
  for (const number of nodes.upFrom(folderId)) names.push(nodes.nameAt(number));
  return `/${names.reverse().join('/')}`;
};

/** The depth of a folder; the root is 0. */
export const depthOf = ({ nodes }: Drive, folderId: string | null): number => {
  let depth = 0;
  for (const _ of nodes.upFrom(folderId)) depth += 1;
  return depth;
};

type Walk = {
  /** Whether a node is included; everything below an excluded folder is skipped. */
  readonly test: (number: number) => boolean;
  /** Whether a folder comes before its contents, or after them. */
  readonly foldersFirst?: boolean;
};

/**
 * Numbers of everything below a folder, found lazily: a caller that needs only some does not pay for all. Changes made
 * meanwhile may be seen or not. A folder is not below itself, also where a log changed by hand has folders in each other.
 */
export function* below(drive: Drive, folderId: string, { test, foldersFirst = false }: Walk): Generator<number> {
  const { nodes } = drive;
  const top = nodes.numberOf(folderId);
  // a loop with its own stack: folders can be nested deeper than the call stack allows
  const open: { readonly folder: number | null; readonly inside: Iterator<number> }[] = [
    { folder: null, inside: numbersIn(drive, folderId) },
  ];
  for (let here = open.at(-1); here; here = open.at(-1)) {
    const next = here.inside.next();
    if (next.done) {
      open.pop();
      if (here.folder !== null && !foldersFirst) yield here.folder;
    } else if (next.value === top || !test(next.value)) continue;
    else if (nodes.isFolderAt(next.value)) {
      if (foldersFirst) yield next.value;
      open.push({ folder: next.value, inside: numbersIn(drive, nodes.idAt(next.value)) });
    } else yield next.value;
  }
}

/** A test for `below`: not deleted. */
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

/** Files the accountant has begun to work on are locked for the client's users. */
export const isLocked = (node: Node): boolean => node.type === 'file' && node.processState !== 'new';

/** A folder that the firm fills, and that a client's user only reads. */
export const isOfFirm = (node: Node): boolean =>
  node.type === 'folder' && node.categoryKey !== null && FIRM_CATEGORIES.has(node.categoryKey);

/** Whether a folder is such a folder, or is below one. */
export const isInFirms = ({ nodes }: Drive, folderId: string | null): boolean => {
  for (const number of nodes.upFrom(folderId)) if (isOfFirm(nodes.at(number))) return true;
  return false;
};

/** Approximate bytes in memory: of a node with its places in lists; a factor for its texts; of the id of a note; of what a document says of itself. */
const BYTES = { node: 80, text: 1.15, note: 100, said: 600 } as const;

export const weighDrive = ({ nodes, notes }: Drive): number =>
  nodes.size * BYTES.node + nodes.bytes * BYTES.text + notes.size * BYTES.note + nodes.saidOf * BYTES.said;
