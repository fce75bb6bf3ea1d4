import type { Change, ChangeKind, File, Folder } from '@dosar/contracts';
import type { Look } from '../../platform/past/look';

export type ItemType = Change['type'];
/** A file or folder as it was at an instant; null: it was not there, or deleted. */
export type Item = File | Folder;

/** What is said of a change: a text, or in which folder something was. */
type Value = { readonly text: string | null } | { readonly folderId: string | null };
export type Ends = { readonly from: Value; readonly to: Value };

/** Both instants that are compared. */
export type Ago = { readonly from: Look; readonly to: Look };

const NOTHING: Value = { text: null };
const text = (value: string | null): Value => ({ text: value });
const isFile = (item: Item): item is File => 'folder_id' in item;
const placeOf = (item: Item): Value => ({ folderId: isFile(item) ? item.folder_id : item.parent_folder_id });
const parentOf = (item: Item) => (isFile(item) ? item.folder_id : item.parent_folder_id);

/** Whether it was there, and not in the trash. */
export const there = <T extends Item>(item: T | null | undefined): T | null =>
  item && item.deleted_at === null ? item : null;

/** What became of one thing, in the order in which it is said. */
export const changesOf = (before: Item | null, after: Item | null): ReadonlyMap<ChangeKind, Ends> => {
  const changes = new Map<ChangeKind, Ends>();
  if (!before && after) changes.set('added', { from: NOTHING, to: placeOf(after) });
  if (before && !after) changes.set('removed', { from: placeOf(before), to: NOTHING });
  if (!before || !after) return changes;
  if (before.name !== after.name) changes.set('renamed', { from: text(before.name), to: text(after.name) });
  if (parentOf(before) !== parentOf(after)) changes.set('moved', { from: placeOf(before), to: placeOf(after) });
  if (!isFile(before) || !isFile(after)) return changes;
  const from = statesOf(before);
  const to = statesOf(after);
  if (from !== to) changes.set('state', { from: text(from), to: text(to) });
  if (before.notes_count !== after.notes_count)
    changes.set('changed', { from: text(String(before.notes_count)), to: text(String(after.notes_count)) });
  return changes;
};

/** How far it was worked on, and how it stood in the books if it was said. */
const statesOf = ({ process_state, accounting_status }: File): string =>
  accounting_status === null ? process_state : `${process_state} ${accounting_status}`;
