import { FIRM_CATEGORIES, nameKey, type AccountingStatus, type ProcessState } from '@dosar/contracts';

type Common = {
  readonly id: string;
  readonly name: string;
  /** null: the root. */
  readonly parentId: string | null;
  /** The deletion that took it; null while it is there. */
  readonly deletion: string | null;
};
export type FolderNode = Common & { readonly type: 'folder'; readonly categoryKey: string | null };
export type FileNode = Common & {
  readonly type: 'file';
  readonly size: number;
  readonly processState: ProcessState;
  readonly accountingStatus: AccountingStatus | null;
};
export type Node = FolderNode | FileNode;

/** Everything one client keeps, as a tree. Lists of what is in a folder have its id; the root's is ''. */
export type Drive = {
  readonly nodes: Map<string, Node>;
  /** By the keys of their names: two things of one folder never have the same. */
  readonly live: Map<string, Node[]>;
  readonly deleted: Map<string, Set<Node>>;
  /** Ids that several nodes name: of folders and of deletions. */
  readonly ids: Map<string, string>;
  /** Ids of notes: one that is asked for again is not made twice. */
  readonly notes: Set<string>;
  /** Bytes of all files, deleted ones included. */
  used: number;
  /** Letters of all names. */
  letters: number;
};

export const emptyDrive = (): Drive => ({
  nodes: new Map(),
  live: new Map(),
  deleted: new Map(),
  ids: new Map(),
  notes: new Set(),
  used: 0,
  letters: 0,
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

/** Where a name stands in its folder's list, or would stand. */
const placeOfKey = (list: readonly Node[], key: string): number => {
  const last = list.at(-1);
  // what is loaded comes in its order
  if (!last || nameKey(last.name) < key) return list.length;
  let [from, to] = [0, list.length - 1];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (nameKey(list[middle]!.name) < key) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** The same id as one string in memory, however many nodes name it. */
const shared = ({ ids }: Drive, id: string | null): string | null => id && madeIn(ids, id, () => id);

const takeOut = (drive: Drive, node: Node): void => {
  drive.letters -= node.name.length;
  if (node.deletion !== null) {
    drive.deleted.get(at(node.parentId))?.delete(node);
    return;
  }
  const list = drive.live.get(at(node.parentId)) ?? [];
  const found = list.indexOf(node, placeOfKey(list, nameKey(node.name)));
  if (found >= 0) list.splice(found, 1);
};

/** Puts a node in its place, and takes it out of the one it had. For `evolve` alone. */
export const place = (drive: Drive, placed: Node): void => {
  const former = drive.nodes.get(placed.id);
  if (former) takeOut(drive, former);
  const node = { ...placed, parentId: shared(drive, placed.parentId), deletion: shared(drive, placed.deletion) };
  drive.nodes.set(node.id, node);
  drive.letters += node.name.length;
  if (node.deletion === null) {
    const list = madeIn(drive.live, at(node.parentId), () => []);
    list.splice(placeOfKey(list, nameKey(node.name)), 0, node);
  } else madeIn(drive.deleted, at(node.parentId), () => new Set()).add(node);
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
  const [list, key] = [drive.live.get(at(folderId)) ?? [], nameKey(name)];
  const found = list[placeOfKey(list, key)];
  return found && nameKey(found.name) === key ? found.id : null;
};

/** What is in a folder, deleted or not. */
export const childrenOf = (drive: Drive, folderId: string | null): readonly Node[] => [
  ...(drive.live.get(at(folderId)) ?? []),
  ...(drive.deleted.get(at(folderId)) ?? []),
];

/** `/2026/2026-01 Ianuarie`; the root is `/`. */
export const pathOf = (drive: Drive, folderId: string | null, nameOf = ({ name }: Node): string => name): string => {
  let path = '';
  for (let id = folderId; id !== null;) {
    const node: Node | undefined = drive.nodes.get(id);
    if (!node) break;
    path = `/${nameOf(node)}${path}`;
    id = node.parentId;
  }
  return path || '/';
};

/** How many folders lead there, itself counted; the root is 0. */
export const depthOf = (drive: Drive, folderId: string | null): number => {
  let depth = 0;
  for (let id = folderId; id !== null; id = drive.nodes.get(id)?.parentId ?? null) depth += 1;
  return depth;
};

/** What is below a folder and passes the test, contents before their folder. */
export const below = (drive: Drive, folderId: string, test: (node: Node) => boolean): Node[] => {
  const found: Node[] = [];
  // a chain of folders can be longer than the stack is deep
  const open: { node: Node; seen: boolean }[] = childrenOf(drive, folderId).map((node) => ({ node, seen: false }));
  while (open.length > 0) {
    const { node, seen } = open.pop()!;
    if (!test(node)) continue;
    if (seen || node.type === 'file') {
      found.push(node);
      continue;
    }
    open.push({ node, seen: true }, ...childrenOf(drive, node.id).map((child) => ({ node: child, seen: false })));
  }
  return found;
};

/** Whether the folder `inner` is the folder `outer`, or somewhere below it. */
export const isWithin = (drive: Drive, inner: string | null, outer: string): boolean => {
  for (let id = inner; id !== null; id = drive.nodes.get(id)?.parentId ?? null) if (id === outer) return true;
  return false;
};

/** What the accountant has begun to work on is closed to the client's users. */
export const isLocked = (node: Node): boolean => node.type === 'file' && node.processState !== 'new';

/** A folder that the firm fills and a client's user only reads. */
export const isOfFirm = (node: Node): boolean =>
  node.type === 'folder' && node.categoryKey !== null && FIRM_CATEGORIES.has(node.categoryKey);

/** Whether a place is in such a folder, or is one. */
export const isInFirms = (drive: Drive, folderId: string | null): boolean => {
  for (let id = folderId; id !== null;) {
    const node = drive.nodes.get(id);
    if (!node) return false;
    if (isOfFirm(node)) return true;
    id = node.parentId;
  }
  return false;
};

/** So many nodes in one part of a snapshot: a few milliseconds' work. */
const PART = 1_000;
/** What a node takes in memory with its places in maps and lists, about; a letter of its name at most; the id of a note. */
const BYTES = { node: 220, letter: 2, note: 100 } as const;

type SavedPart =
  { readonly used: number } | { readonly nodes: readonly Node[] } | { readonly notes: readonly string[] };

export const weighDrive = ({ nodes, letters, notes }: Drive): number =>
  nodes.size * BYTES.node + letters * BYTES.letter + notes.size * BYTES.note;

/** The drive in parts. A node is never changed, only replaced: what is saved stays as it was when this was called. */
export const saveDrive = ({ live, deleted, used, notes }: Drive): Iterable<SavedPart> => {
  // lists change, so each is copied now; that of a large drive takes a millisecond
  const lists = [...live.values(), ...deleted.values()].map((list) => [...list]);
  const noteIds = [...notes];
  return (function* () {
    yield { used };
    let nodes: Node[] = [];
    for (const list of lists)
      for (const node of list)
        if (nodes.push(node) === PART) {
          yield { nodes };
          nodes = [];
        }
    if (nodes.length > 0) yield { nodes };
    for (let at = 0; at < noteIds.length; at += PART) yield { notes: noteIds.slice(at, at + PART) };
  })();
};

export const loadDrive = (drive: Drive, part: unknown): Drive => {
  const saved = part as SavedPart;
  if ('used' in saved) drive.used = saved.used;
  else if ('notes' in saved) for (const id of saved.notes) drive.notes.add(id);
  else for (const node of saved.nodes) place(drive, node);
  return drive;
};
