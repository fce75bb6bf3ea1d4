import { HEAD_LOST, rewritten } from '../model/damage';
import { appendLeaf, compactRange, rootOf, type CompactRange } from './merkle';
import { pace } from '../async/pace';
import type { EventStore, StoredRecord, Vault } from '../ports';
import type { Position } from '../model/event';
import { leafOf } from './record';
import { refuseLog } from './log-refusal';
import { updateIn } from '../keys/update-in';

const PLACE = 'log/head';
/** How far the log was verified, in the vault. */
export const VERIFIED = 'log/verified';
/** How often the head is kept while the log grows: after so many records, or so long. */
const KEEP = { records: 1_000, ms: 5_000 } as const;

/** Where a log ended: its newest position, how many records there are, and the root of the tree over them; base64. */
export type LogHead = { readonly position: string; readonly size: number; readonly root: string };

/** What is kept of it in the vault: also its newest leaf, and what is needed to go on from there. */
export type StoredHead = LogHead & { readonly leaf: string; readonly roots: readonly string[] };

export const readHead = async (vault: Pick<Vault, 'get'>): Promise<StoredHead | null> => {
  const kept = await vault.get(PLACE);
  return kept === null ? null : (JSON.parse(kept) as StoredHead);
};

/** Whether its root follows from what is kept with it: whoever changes one alone is found out at once. */
export const isWhole = ({ size, root, roots }: StoredHead): boolean =>
  rootOf({ size, roots: roots.map((each) => Buffer.from(each, 'base64')) }).toString('base64') === root;

/** Puts a head in the place of whatever was kept: after the log it is of was accepted. */
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

/** A log with its first record has a head from then on: one that is missing later was taken away. */
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

/** The head of a log as it is, counted from a head on that was kept, or from its beginning. */
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

/** What another process has counted that is as far as this one, or further: when this one is there, it must be the same. */
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
 * Follows the log and keeps its head in the vault, so that a log that was cut or rewritten is noticed at the next start; what
 * another process has kept meanwhile is compared with what this one counts. Ends with the signal, when the newest is kept.
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
    // where others keep it, too, it is looked at first
    known = kept === JSON.stringify(mine) ? kept : null;
    keptSize = Math.max(keptSize, mine.size);
    await others.compare(mine);
  };

  const rest = pace();
  const start: Position | null = head && BigInt(head.position);
  const ticking = setInterval(() => void keep().catch(() => undefined), KEEP.ms); // tried again at the next tick
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
