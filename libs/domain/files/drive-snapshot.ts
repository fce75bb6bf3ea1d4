import { place, type Drive } from './drive-nodes';
import { NOTHING_SAID, type FileNode, type FolderNode, type Node, type Said } from './node-cells';

/** How many nodes one part of a snapshot has: a few milliseconds' work. */
const PART = 1_000;

/** A node without its folder, which is stored once for everything in it. */
type SavedNode =
  | readonly [id: string, name: string, deletion: string | null, year: number, categoryKey: string | null]
  | readonly [
      id: string,
      name: string,
      deletion: string | null,
      year: number,
      size: number,
      processState: FileNode['processState'],
      accountingStatus: FileNode['accountingStatus'],
      /** null: nothing. */
      said: Said | null,
    ];
type SavedFolder = readonly [id: string, nodes: readonly SavedNode[]];
type SavedPart =
  { readonly used: number } | { readonly folders: readonly SavedFolder[] } | { readonly notes: readonly string[] };

const savedNode = (node: Node): SavedNode => {
  const { id, name, deletion, year } = node;
  if (node.type === 'folder') return [id, name, deletion, year, node.categoryKey];
  const said = node.said === NOTHING_SAID ? null : node.said;
  return [id, name, deletion, year, node.size, node.processState, node.accountingStatus, said];
};

const loadedNode = (parentId: string | null, saved: SavedNode): FileNode | FolderNode => {
  const [id, name, deletion, year] = saved;
  if (saved.length === 5) return { type: 'folder', id, year, parentId, name, deletion, categoryKey: saved[4] };
  const [, , , , size, processState, accountingStatus, said] = saved;
  const node = { id, year, parentId, name, deletion, size, processState, accountingStatus };
  return { type: 'file', ...node, said: said ?? NOTHING_SAID };
};

/** Splits lists by folder into parts, in order. */
function* inParts(lists: readonly (readonly [string, readonly number[]])[]) {
  let part: (readonly [string, readonly number[]])[] = [];
  let left: number = PART;
  for (const [folderId, list] of lists)
    for (let from = 0; from < list.length;) {
      const some = list.slice(from, from + left);
      part.push([folderId, some]);
      [from, left] = [from + some.length, left - some.length];
      if (left > 0) continue;
      yield part;
      [part, left] = [[], PART];
    }
  if (part.length > 0) yield part;
}

/** The drive in parts, as of this call. */
export const saveDrive = ({ nodes, live, deleted, used, notes }: Drive): Iterable<SavedPart> => {
  // everything is copied now, since nodes and lists change; for a large drive this takes some milliseconds
  const lists = [
    ...[...live].map(([folderId, list]) => [folderId, [...list.numbers()]] as const),
    ...[...deleted].map(([folderId, list]) => [folderId, [...list]] as const),
  ];
  const nodeAt = nodes.frozen();
  const noteIds = [...notes];
  const saved = (numbers: readonly number[]) => numbers.map((number) => savedNode(nodeAt(number)));
  return (function* () {
    yield { used };
    for (const part of inParts(lists)) yield { folders: part.map(([id, list]) => [id, saved(list)] as const) };
    for (let at = 0; at < noteIds.length; at += PART) yield { notes: noteIds.slice(at, at + PART) };
  })();
};

export const loadDrive = (drive: Drive, part: unknown): Drive => {
  const saved = part as SavedPart;
  if ('used' in saved) drive.used = saved.used;
  else if ('notes' in saved) for (const id of saved.notes) drive.notes.add(id);
  else
    for (const [folderId, nodes] of saved.folders)
      for (const node of nodes) place(drive, loadedNode(folderId === '' ? null : folderId, node));
  return drive;
};
