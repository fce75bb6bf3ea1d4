import type { BulkItem } from './bulk.events';
import { below, isInFirms, isLiveIn, isLocked, isOfFirm, type Drive, type Node } from './drive-nodes';

/** A thing and everything below it that is not deleted, contents before their folders. */
export function* liveWith(drive: Drive, node: Node): Generator<Node> {
  const test = isLiveIn(drive);
  if (node.type === 'folder') for (const number of below(drive, node.id, { test })) yield drive.nodes.at(number);
  yield node;
}

/** What is still deleted of a thing and everything deleted together with it, folders before their contents. */
export function* deletedWith(drive: Drive, node: Node, deletion: string): Generator<Node> {
  const { nodes } = drive;
  const test = (number: number) => {
    const its = nodes.deletionAt(number);
    return its === deletion || (its === null && nodes.isFolderAt(number));
  };
  if (node.deletion === deletion) yield node;
  if (node.type === 'file') return;
  // restored ones are skipped by number, so that nodes are only made for the rest
  for (const number of below(drive, node.id, { test, foldersFirst: true }))
    if (nodes.deletionAt(number) === deletion) yield nodes.at(number);
}

/** The ids that an operation of this kind changes or creates for one of its things: the thing, and what is below it. */
export function* affectedBy(drive: Drive, kind: string, { id, deletion }: BulkItem): Generator<string> {
  const node = drive.nodes.get(id);
  if (!node) return;
  if (kind === 'restore') {
    if (deletion !== null) for (const each of deletedWith(drive, node, deletion)) yield each.id;
    return;
  }
  yield id;
  if (node.type === 'file' || kind === 'status') return;
  // a moved folder may enter or leave the firm's folders, which is a property of the folders below it, too
  const test = kind === 'move' ? (number: number) => drive.nodes.isFolderAt(number) : isLiveIn(drive);
  for (const number of below(drive, id, { test })) yield drive.nodes.idAt(number);
}

/**
 * Why a client's user must not change a thing: it is the firm's, or it is or contains a file the accountant has begun to
 * work on.
 */
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

/** A client's user may not restore what they could not have deleted. */
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
