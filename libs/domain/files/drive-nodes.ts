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

/** Everything one client keeps, as a tree. */
export type Drive = {
  readonly nodes: Map<string, Node>;
  /** What is in a folder, deleted or not; the root is ''. */
  readonly inside: Map<string, Set<string>>;
  /** Names in use in a folder, by their key. Deleted things do not count. */
  readonly names: Map<string, Map<string, string>>;
  /** Ids that several nodes name: of folders and of deletions. */
  readonly ids: Map<string, string>;
  /** Bytes of all files, deleted ones included. */
  used: number;
};

export const emptyDrive = (): Drive => ({
  nodes: new Map(),
  inside: new Map(),
  names: new Map(),
  ids: new Map(),
  used: 0,
});

const at = (parentId: string | null) => parentId ?? '';

/** The same id as one string in memory, however many nodes name it. */
const shared = <Id extends string | null>({ ids }: Drive, id: Id): Id => {
  if (id === null) return id;
  const known = ids.get(id);
  if (known === undefined) ids.set(id, id);
  return (known ?? id) as Id;
};

/** Puts a node in its place, and takes it out of the one it had. For `evolve` alone. */
export const place = (drive: Drive, placed: Node): void => {
  const node = { ...placed, parentId: shared(drive, placed.parentId), deletion: shared(drive, placed.deletion) };
  const former = drive.nodes.get(node.id);
  if (former) {
    drive.inside.get(at(former.parentId))?.delete(former.id);
    if (former.deletion === null) drive.names.get(at(former.parentId))?.delete(nameKey(former.name));
  }
  drive.nodes.set(node.id, node);
  const inside = drive.inside.get(at(node.parentId)) ?? new Set<string>();
  const names = drive.names.get(at(node.parentId)) ?? new Map<string, string>();
  drive.inside.set(at(node.parentId), inside.add(node.id));
  drive.names.set(at(node.parentId), node.deletion === null ? names.set(nameKey(node.name), node.id) : names);
};

export const folderOf = (drive: Drive, id: string | null): FolderNode | null => {
  const node = id === null ? null : drive.nodes.get(id);
  return node?.type === 'folder' && node.deletion === null ? node : null;
};

/** Whether something can be put there: the root, or a folder that was not deleted. */
export const isPlace = (drive: Drive, folderId: string | null): boolean =>
  folderId === null || folderOf(drive, folderId) !== null;

export const holderOf = (drive: Drive, folderId: string | null, name: string): string | null =>
  drive.names.get(at(folderId))?.get(nameKey(name)) ?? null;

export const childrenOf = (drive: Drive, folderId: string | null): readonly Node[] =>
  [...(drive.inside.get(at(folderId)) ?? [])].map((id) => drive.nodes.get(id)!);

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
/** What a node takes in memory with its places in the maps, about. */
const NODE_BYTES = 500;

type SavedPart = { readonly used: number } | { readonly nodes: readonly Node[] };

export const weighDrive = ({ nodes }: Drive): number => nodes.size * NODE_BYTES;

/** The drive in parts. A node is never changed, only replaced: what is saved stays as it was when this was called. */
export const saveDrive = ({ nodes, used }: Drive): Iterable<SavedPart> => {
  const all = [...nodes.values()];
  return (function* () {
    yield { used };
    for (let from = 0; from < all.length; from += PART) yield { nodes: all.slice(from, from + PART) };
  })();
};

export const loadDrive = (drive: Drive, part: unknown): Drive => {
  const saved = part as SavedPart;
  if ('used' in saved) drive.used = saved.used;
  else for (const node of saved.nodes) place(drive, node);
  return drive;
};
