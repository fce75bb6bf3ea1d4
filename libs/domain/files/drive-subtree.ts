import type { BulkItem } from './bulk.events';
import { below, isInFirms, isLiveIn, isLocked, isOfFirm, type Drive, type Node } from './drive-nodes';

/** A thing that is there with what is below it, folders behind what is in them. */
export function* liveWith(drive: Drive, node: Node): Generator<Node> {
  const test = isLiveIn(drive);
  if (node.type === 'folder') for (const number of below(drive, node.id, { test })) yield drive.nodes.at(number);
  yield node;
}

/** What is still gone of a thing and what was deleted together with it, folders before what is in them. */
export function* deletedWith(drive: Drive, node: Node, deletion: string): Generator<Node> {
  const { nodes } = drive;
  const test = (number: number) => {
    const its = nodes.deletionAt(number);
    return its === deletion || (its === null && nodes.isFolderAt(number));
  };
  if (node.deletion === deletion) yield node;
  if (node.type === 'file') return;
  // what is back already is passed over by its number: a node is only made of the rest
  for (const number of below(drive, node.id, { test, foldersFirst: true }))
    if (nodes.deletionAt(number) === deletion) yield nodes.at(number);
}

/** What an operation of this kind changes or makes for one of its things: that, and what it does below it. */
export function* affectedBy(drive: Drive, kind: string, { id, deletion }: BulkItem): Generator<string> {
  const node = drive.nodes.get(id);
  if (!node) return;
  if (kind === 'restore') {
    if (deletion !== null) for (const each of deletedWith(drive, node, deletion)) yield each.id;
    return;
  }
  yield id;
  if (node.type === 'file' || kind === 'status') return;
  // a folder that is moved takes along whether what is below it is the firm's, which is said of folders alone
  const test = kind === 'move' ? (number: number) => drive.nodes.isFolderAt(number) : isLiveIn(drive);
  for (const number of below(drive, id, { test })) yield drive.nodes.idAt(number);
}

/** Why a client's user may not touch a thing: it is the firm's, or is or holds what the accountant has begun to work on. */
export const closedToClients = (drive: Drive, node: Node): 'drive/locked' | 'drive/firm-only' | null => {
  if (isOfFirm(node) || isInFirms(drive, node.parentId)) return 'drive/firm-only';
  if (isLocked(node)) return 'drive/locked';
  if (node.type === 'file') return null;
  let isAnyLocked = false;
  for (const number of below(drive, node.id, { test: isLiveIn(drive) })) {
    const inside = drive.nodes.at(number);
    if (isOfFirm(inside)) return 'drive/firm-only';
    isAnyLocked ||= isLocked(inside);
  }
  return isAnyLocked ? 'drive/locked' : null;
};

/** What the client's user could not have deleted is not theirs to bring back. */
export const closedToRestore = (
  drive: Drive,
  node: Node,
  deletion: string,
): 'drive/firm-only' | 'drive/locked' | null => {
  let isAny = false;
  for (const each of deletedWith(drive, node, deletion)) {
    if (isOfFirm(each)) return 'drive/firm-only';
    if (isLocked(each)) return isInFirms(drive, node.parentId) ? 'drive/firm-only' : 'drive/locked';
    isAny = true;
  }
  return isAny && isInFirms(drive, node.parentId) ? 'drive/firm-only' : null;
};
