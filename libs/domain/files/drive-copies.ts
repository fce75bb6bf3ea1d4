import { freeName, nameKey } from '@dosar/contracts';
import type { ItemRefusal } from '@dosar/kernel';
import type { DriveEvent } from './drive.events';
import { hasRoomFor, isTooDeep, reachOfAll, roomFor, type Room } from './drive-limits';
import { childrenOf, holderOf, isInFirms, isWithin, type Drive, type Node } from './drive-nodes';
import type { ItemRefused, Plan, Terms } from './drive-plans';

/** A copied thing with the id of its copy; for a file, its content, which a drive does not have. */
export type Copied = {
  /** The selected thing: this one, or a folder above it. */
  readonly of: string;
  readonly from: string;
  readonly id: string;
  readonly content?: {
    readonly blobId: string;
    readonly sha256: string;
    /** The bytes are not copied: their key is stored again, under the year of the copy. */
    readonly bytesKey: string;
    readonly mimeType: string;
  };
};

export type Copying = {
  readonly ids: readonly string[];
  readonly targetId: string | null;
  /**
   * The things with everything in them; things added since are not copied. For a thing that was copied in part, only the
   * remaining things and the folders above them are needed.
   */
  readonly copies: readonly Copied[];
  /** Bytes; 0 is unlimited. */
  readonly quota: number;
};

/** What is copied with a thing: itself first, then what is in it and was not deleted, folders before their contents. */
export const withContents = (drive: Drive, id: string): Node[] => {
  const node = drive.nodes.get(id);
  const found: Node[] = [];
  const open = node?.deletion === null ? [node] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    found.push(next);
    if (next.type !== 'folder') continue;
    const inside = childrenOf(drive, next.id);
    // a log changed by hand may have it in itself
    open.push(...inside.filter((each) => each.deletion === null && each.id !== id));
  }
  return found;
};

/** The originals of these copies, within a thing, that were not deleted, folders before their contents. */
const copiedOf = (drive: Drive, id: string, copyOf: ReadonlyMap<string, Copied>): Node[] => {
  const inside = new Map<string | null, Node[]>();
  const open: Node[] = [];
  for (const from of copyOf.keys()) {
    const node = drive.nodes.get(from);
    if (!node || node.deletion !== null) continue;
    if (from === id) open.push(node);
    else if (inside.has(node.parentId)) inside.get(node.parentId)!.push(node);
    else inside.set(node.parentId, [node]);
  }
  const found: Node[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    found.push(next);
    open.push(...(inside.get(next.id) ?? []));
    inside.delete(next.id);
  }
  return found;
};

/** The place of a copy, whose folders may only be planned. */
type Spot = { readonly folderId: string | null };

/** Plans copies one after the other, as long as there is room for them. */
const copier = (
  drive: Drive,
  { ids, targetId, copies }: Copying,
  { room, year }: { readonly room: Room; readonly year: number },
) => {
  const known = new Map(ids.map((id) => [id, new Map<string, Copied>()]));
  for (const each of copies) known.get(each.of)?.set(each.from, each);
  const copiesOf = (id: string): ReadonlyMap<string, Copied> => known.get(id)!;
  const taken = new Set<string>();
  const freeIn = ({ folderId }: Spot, name: string): string => {
    const slot = (key: string) => `${folderId ?? ''}/${key}`;
    const free = freeName(name, (key) => taken.has(slot(key)) || holderOf(drive, folderId, key) !== null);
    taken.add(slot(nameKey(free)));
    return free;
  };
  const put = (node: Node, { id, content }: Copied, spot: Spot): string | null => {
    const { folderId } = spot;
    const name = freeIn(spot, node.name);
    const about = { year, folderId, name, originalName: node.name, version: 1 };
    const event: DriveEvent =
      node.type === 'folder'
        ? { type: 'FolderCreated', data: { folderId: id, year, parentId: folderId, name, categoryKey: null } }
        : {
            type: 'FileUploaded',
            data: { ...about, ...content!, fileId: id, size: node.size, source: { kind: 'copy', id: node.id } },
          };
    return room.put(event) ? name : null;
  };
  const copyAll = ([first, ...others]: readonly Node[]) => {
    if (!first) return;
    const spots = new Map<string, Spot>();
    const copyOf = copiesOf(first.id);
    const copy = (node: Node, spot: Spot): boolean => {
      const copied = copyOf.get(node.id)!;
      const { id } = copied;
      const there = drive.nodes.get(id);
      const name = there ? there.name : put(node, copied, spot);
      if (name === null) return false;
      // nothing is put into a copy that was deleted meanwhile
      if (node.type === 'folder' && (there?.deletion ?? null) === null) spots.set(node.id, { folderId: id });
      return true;
    };
    if (!copy(first, { folderId: targetId })) return;
    for (const node of others) {
      const spot = spots.get(node.parentId ?? '');
      if (spot && !copy(node, spot)) return;
    }
  };
  return { copiesOf, copyAll };
};

/** Copies things with everything in them. A name that is taken becomes `name (1)`; states and notes are not copied. */
export const planCopy = (drive: Drive, copying: Copying, terms: Terms): Plan => {
  const { ids, targetId, quota } = copying;
  const events: DriveEvent[] = [];
  const refusals: ItemRefusal<ItemRefused>[] = [];
  const room = roomFor(events, terms.limit);
  const { copiesOf, copyAll } = copier(drive, copying, { room, year: terms.year });
  const isClosed = terms.isClients && isInFirms(drive, targetId);
  let { used } = drive;
  let made = 0;
  for (const id of ids) {
    if (room.isFull()) break;
    const copyOf = copiesOf(id);
    const contents = copiedOf(drive, id, copyOf);
    const left = contents.filter((node) => !drive.nodes.has(copyOf.get(node.id)!.id));
    const files = left.filter((node) => node.type === 'file');
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const reasonNot = (): ItemRefused | null => {
      const [node] = contents;
      if (!node || files.some((file) => !copyOf.get(file.id)!.content)) return 'drive/unknown';
      if (isClosed) return 'drive/firm-only';
      if (quota > 0 && bytes > 0 && used + bytes > quota) return 'drive/quota';
      if (!hasRoomFor(drive, made + left.length)) return 'drive/quota';
      if (node.type === 'file') return null;
      if (isWithin(drive, targetId, id)) return 'drive/cycle';
      return isTooDeep(drive, targetId, reachOfAll(contents)) ? 'drive/too-deep' : null;
    };
    const refused = reasonNot();
    // a thing deleted since was copied as far as it existed
    const wasCopied = contents.length === 0 && drive.nodes.has(copyOf.get(id)?.id ?? '');
    if (refused && !wasCopied) refusals.push({ id, refused });
    if (refused) continue;
    used += bytes;
    made += left.length;
    copyAll(contents);
  }
  return { events, refusals };
};
