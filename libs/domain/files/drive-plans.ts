import { bytesOf, freeName, nameKey } from '@dosar/contracts';
import type { ItemRefusal, Partly } from '@dosar/kernel';
import type { DriveEvent } from './drive.events';
import { isTooDeep, reachOf, roomFor } from './drive-limits';
import { closedToClients, closedToRestore, deletedWith, liveWith } from './drive-subtree';
import { depthOf, holderOf, isInFirms, isWithin, pathOf, type Drive, type FileNode, type Node } from './drive-nodes';

export type ItemRefused =
  | 'drive/unknown'
  | 'drive/name-taken'
  | 'drive/cycle'
  | 'drive/too-deep'
  | 'drive/locked'
  | 'drive/firm-only'
  | 'drive/quota'
  | 'drive/transition'
  | 'drive/changed-since'
  | 'drive/folder-gone'
  | 'drive/not-empty'
  | 'drive/not-yours'
  | 'drive/erased';
export type Plan = Partly<DriveEvent, ItemRefused>;

/** The conditions of a plan: whether a client's user makes it, how many events one append may have, and the current year. */
export type Terms = { readonly isClients: boolean; readonly limit: number; readonly year: number };

/** A drive with planned changes of names. */
export const withPlans = (drive: Drive) => {
  const planned = new Map<string, string | null>();
  const slot = (folderId: string | null, name: string) => `${folderId ?? ''}/${nameKey(name)}`;
  const holder = (folderId: string | null, name: string): string | null => {
    const found = planned.get(slot(folderId, name));
    return found === undefined ? holderOf(drive, folderId, name) : found;
  };
  return {
    holder,
    isTaken: (folderId: string | null, name: string) => holder(folderId, name) !== null,
    take: (folderId: string | null, name: string, id: string) => planned.set(slot(folderId, name), id),
    free: (folderId: string | null, name: string) => planned.set(slot(folderId, name), null),
  };
};

const ofFile = ({ id: fileId, year, parentId: folderId }: Node) => ({ fileId, year, folderId });
const ofFolder = ({ id: folderId, year, parentId }: Node) => ({ folderId, year, parentId });

export const eventOf = {
  moved: ({ type, id, year, name }: Node, from: Place, to: Place): DriveEvent =>
    type === 'file'
      ? { type: 'FileMoved', data: { fileId: id, year, name, from, to } }
      : { type: 'FolderMoved', data: { folderId: id, year, name, from, to } },

  deleted: (node: Node, deletion: string): DriveEvent =>
    node.type === 'file'
      ? { type: 'FileDeleted', data: { ...ofFile(node), name: node.name, deletion } }
      : { type: 'FolderDeleted', data: { ...ofFolder(node), name: node.name, deletion } },

  renamed: (node: Node, to: string): DriveEvent =>
    node.type === 'file'
      ? { type: 'FileRenamed', data: { ...ofFile(node), from: node.name, to } }
      : { type: 'FolderRenamed', data: { ...ofFolder(node), from: node.name, to } },

  /** The events that set these states of a file; none where it has them. */
  states: (
    node: FileNode,
    { processState, accountingStatus }: Pick<FileNode, 'processState' | 'accountingStatus'>,
  ): DriveEvent[] => {
    const about = { ...ofFile(node), name: node.name };
    const changed: DriveEvent[] = [];
    if (processState !== node.processState)
      changed.push({ type: 'FileProcessStateChanged', data: { ...about, from: node.processState, to: processState } });
    if (accountingStatus !== node.accountingStatus) {
      const change = { from: node.accountingStatus, to: accountingStatus };
      changed.push({ type: 'FileAccountingStatusChanged', data: { ...about, ...change } });
    }
    return changed;
  },

  restored: (node: Node, to: string): DriveEvent => {
    const data = { from: node.name, to, deletion: node.deletion! };
    return node.type === 'file'
      ? { type: 'FileRestored', data: { ...ofFile(node), ...data } }
      : { type: 'FolderRestored', data: { ...ofFolder(node), ...data } };
  },
};
type Place = { readonly folderId: string | null };

/** Why this must not be changed at all: it is deleted, or locked for the caller. */
const barrier = (drive: Drive, id: string, { isClients }: Terms): ItemRefusal<ItemRefused> | null => {
  const node = drive.nodes.get(id)!;
  if (node.deletion !== null) return { id, refused: 'drive/unknown' };
  const refused = isClients ? closedToClients(drive, node) : null;
  return refused && { id, refused };
};

/** Moving a folder to a less deep place is always allowed. */
const isTooDeepThere = (drive: Drive, node: Node, targetId: string | null): boolean => {
  if (node.type === 'file') return false;
  const reach = reachOf(drive, node.id, node.name);
  const isUp =
    depthOf(drive, targetId) <= depthOf(drive, node.parentId) &&
    bytesOf(pathOf(drive, targetId)) <= bytesOf(pathOf(drive, node.parentId));
  return !isUp && isTooDeep(drive, targetId, reach);
};

export const planMove = (drive: Drive, ids: readonly string[], targetId: string | null, terms: Terms): Plan => {
  const events: DriveEvent[] = [];
  const refusals: ItemRefusal<ItemRefused>[] = [];
  const names = withPlans(drive);
  const room = roomFor(events, terms.limit);
  const to = { folderId: targetId };
  const isClosed = terms.isClients && isInFirms(drive, targetId);
  for (const id of ids) {
    if (room.isFull()) break;
    const node = drive.nodes.get(id)!;
    const closed = isClosed ? ({ id, refused: 'drive/firm-only' } as const) : barrier(drive, id, terms);
    if (closed) refusals.push(closed);
    else if (node.parentId === targetId) continue;
    else if (node.type === 'folder' && isWithin(drive, targetId, id)) refusals.push({ id, refused: 'drive/cycle' });
    else if (isTooDeepThere(drive, node, targetId)) refusals.push({ id, refused: 'drive/too-deep' });
    else if (names.isTaken(targetId, node.name)) refusals.push({ id, refused: 'drive/name-taken' });
    else if (room.put(eventOf.moved(node, { folderId: node.parentId }, to))) {
      names.free(node.parentId, node.name);
      names.take(targetId, node.name, id);
    }
  }
  return { events, refusals };
};

/** Deletes contents before their folder, so that a plan longer than one append can be continued. */
export const planDelete = (drive: Drive, ids: readonly string[], deletion: string, terms: Terms): Plan => {
  const events: DriveEvent[] = [];
  const refusals: ItemRefusal<ItemRefused>[] = [];
  const gone = new Set<string>();
  const room = roomFor(events, terms.limit);
  for (const id of ids) {
    if (room.isFull()) break;
    const node = drive.nodes.get(id)!;
    if (node.deletion === deletion || gone.has(id)) continue;
    const closed = barrier(drive, id, terms);
    if (closed) {
      refusals.push(closed);
      continue;
    }
    for (const each of liveWith(drive, node)) {
      if (gone.has(each.id)) continue;
      gone.add(each.id);
      if (!room.put(eventOf.deleted(each, deletion))) break;
    }
  }
  return { events, refusals };
};

/**
 * Restores things with everything deleted together with them, parents first. A deleted parent is restored, too; a name that
 * was taken meanwhile becomes `name (1)`.
 */
export const planRestore = (
  drive: Drive,
  items: readonly { readonly id: string; readonly deletion: string | null }[],
  terms: Terms,
): Plan => {
  const events: DriveEvent[] = [];
  const refusals: ItemRefusal<ItemRefused>[] = [];
  const names = withPlans(drive);
  const room = roomFor(events, terms.limit);
  const back = new Set<string>();

  const restore = (node: Node) => {
    if (node.deletion === null || back.has(node.id) || room.isFull()) return;
    const to = freeName(node.name, (key) => names.isTaken(node.parentId, key));
    if (!room.put(eventOf.restored(node, to))) return;
    names.take(node.parentId, to, node.id);
    back.add(node.id);
  };
  const parentsOf = (node: Node): Node[] =>
    [...drive.nodes.upFrom(node.parentId)].reverse().map((number) => drive.nodes.at(number));

  for (const { id, deletion } of items) {
    if (room.isFull()) break;
    if (deletion === null) continue;
    const node = drive.nodes.get(id)!;
    const refused = terms.isClients ? closedToRestore(drive, node, deletion) : null;
    if (refused) {
      refusals.push({ id, refused });
      continue;
    }
    let isFirst = true;
    for (const each of deletedWith(drive, node, deletion)) {
      if (isFirst) parentsOf(node).forEach(restore);
      isFirst = false;
      restore(each);
      if (room.isFull()) break;
    }
  }
  return { events, refusals };
};
