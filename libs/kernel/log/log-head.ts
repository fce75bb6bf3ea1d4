import { HEAD_LOST, rewritten } from '../model/damage';
import { appendLeaf, compactRange, rootOf, type CompactRange } from './merkle';
import { pace } from '../async/pace';
import type { EventStore, StoredRecord, Vault } from '../ports';
import type { Position } from '../model/event';
import { leafOf } from './record';
import { refuseLog } from './log-refusal';
import { updateIn } from '../keys/update-in';

const PLACE = 'log/head';
/** The place in the vault that says how far the log was verified. */
export const VERIFIED = 'log/verified';
/** How often the head is stored while the log grows: after this many records, or this long. */
const KEEP = { records: 1_000, ms: 5_000 } as const;

/** Where a log ended: its newest position, how many records there are, and the root of the tree over them; base64. */
export type LogHead = { readonly position: string; readonly size: number; readonly root: string };

/** What the vault stores: the head, its newest leaf, and the subtrees needed to continue from there. */
export type StoredHead = LogHead & { readonly leaf: string; readonly roots: readonly string[] };

export const readHead = async (vault: Pick<Vault, 'get'>): Promise<StoredHead | null> => {
  const kept = await vault.get(PLACE);
  return kept === null ? null : (JSON.parse(kept) as StoredHead);
};

/** Whether the root follows from the subtrees stored with it: a change of only one of them is noticed. */
export const isWhole = ({ size, root, roots }: StoredHead): boolean =>
  rootOf({ size, roots: roots.map((each) => Buffer.from(each, 'base64')) }).toString('base64') === root;

/** Replaces the stored head, after the log was accepted. */
export const replaceHead = (vault: Vault, head: StoredHead): Promise<unknown> =>
  updateIn(vault, PLACE, () => JSON.stringify(head));

const headAt = (range: CompactRange, { position }: StoredRecord, leaf: Buffer): StoredHead => ({
  position: String(position),
  size: range.size,
  root: rootOf(range).toString('base64'),
  leaf: leaf.toString('base64'),
  roots: range.roots.map((root) => root.toString('base64')),
});

const rangeOf = (head: StoredHead | null): CompactRange =>
  head === null ? compactRange() : { size: head.size, roots: head.roots.map((root) => Buffer.from(root, 'base64')) };

/** Stores a head as soon as the log has a record: a head that is missing later was removed. */
export const beginHead = async ({
  events,
  vault,
}: {
  readonly events: Pick<EventStore, 'follow' | 'head'>;
  readonly vault: Vault;
}): Promise<void> => {
  const head = await countHead(events);
  if (head) await vault.putIfAbsent(PLACE, JSON.stringify(head));
};

/** Computes the head of the log, from a stored head or from the beginning. */
export const countHead = async (
  events: Pick<EventStore, 'follow' | 'head'>,
  from: StoredHead | null = null,
): Promise<StoredHead | null> => {
  const end = await events.head();
  if (end === null) return null;
  const range = rangeOf(from);
  let head = from;
  const enough = new AbortController();
  const rest = pace();
  for await (const batch of events.follow(from && BigInt(from.position), enough.signal)) {
    for (const record of batch) {
      const leaf = leafOf(record);
      appendLeaf(range, leaf);
      head = headAt(range, record, leaf);
    }
    if (batch.at(-1)!.position >= end) break;
    await rest();
  }
  enough.abort();
  return head;
};

/**
 * The head that another process stored at or beyond this process's place: at the same size both must have the same
 * root.
 */
const comparedWith = (vault: Vault) => ({
  newest: null as StoredHead | null,
  differ: false,
  async compare({ size, root }: StoredHead): Promise<void> {
    if (this.newest?.size !== size || this.newest.root === root) return;
    this.differ = true;
    await refuseLog(vault, rewritten(size));
  },
});

/**
 * Follows the log and stores its head in the vault, so that a log that was cut or rewritten is noticed at the next
 * start. A head that another process stored meanwhile is compared with this one's. Ends with the signal, when the
 * newest is stored.
 */
export const keepHead = async (
  { events, vault }: { readonly events: Pick<EventStore, 'follow'>; readonly vault: Vault },
  signal: AbortSignal,
): Promise<void> => {
  let known = await vault.get(PLACE);
  const head = known === null ? null : (JSON.parse(known) as StoredHead);
  const range = rangeOf(head);
  let keptSize: number = range.size;
  let keptAt: number = -Infinity;
  let last: readonly [StoredRecord, Buffer] | null = null;
  const others = comparedWith(vault);
  let isLost = false;

  const keep = async () => {
    if (!last || range.size === keptSize || others.differ || isLost) return;
    const mine = headAt(range, ...last);
    keptAt = performance.now();
    const further = (kept: string | null) => {
      const theirs = kept === null ? null : (JSON.parse(kept) as StoredHead);
      isLost = theirs === null && head !== null;
      if (isLost) return null;
      if (theirs === null || theirs.size < mine.size) return JSON.stringify(mine);
      others.newest = theirs;
      return null;
    };
    const kept = await updateIn(vault, PLACE, further, known);
    if (isLost) return refuseLog(vault, HEAD_LOST);
    // when another process stores heads, too, the next update reads before it writes
    known = kept === JSON.stringify(mine) ? kept : null;
    keptSize = Math.max(keptSize, mine.size);
    await others.compare(mine);
  };

  const rest = pace();
  const start: Position | null = head && BigInt(head.position);
  const ticking = setInterval(() => void keep().catch(() => undefined), KEEP.ms); // a failure is tried again at the next tick
  try {
    for await (const batch of events.follow(start, signal)) {
      for (const record of batch) {
        const leaf = leafOf(record);
        appendLeaf(range, leaf);
        last = [record, leaf];
        if (range.size === others.newest?.size) await others.compare(headAt(range, record, leaf));
      }
      if (range.size - keptSize >= KEEP.records || performance.now() - keptAt >= KEEP.ms) await keep();
      await rest();
    }
    await keep();
  } finally {
    clearInterval(ticking);
  }
};
