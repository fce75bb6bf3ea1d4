import {
  appendLeaf,
  compactRange,
  fewerRecords,
  leafOf,
  pauseUntil,
  rootOf,
  rewritten,
  untilDone,
  type CompactRange,
  type EventStore,
  type Position,
  type StoredRecord,
} from '@dosar/kernel/runtime';
import { gapFinder, type FindRecord, type GapFinder } from './eventstoredb-gaps';
import type { Known, Verified, Verify } from '../verified';

/** The pauses are four times as long as the work, for the sake of other callers. */
const SHARE = 4;
const TELL_EVERY_MS = 5_000;
/** How often it is checked whether the end of the log still exists. */
const LOOK_MS = 5_000;

export type OnVerifying = {
  readonly onVerified?: (verified: Verified, isDone: boolean) => void;
  /** The log differs from the known one: a sentence. */
  readonly onRewritten?: (what: string) => void;
  /** The whole log was read from its beginning, and every record is what was written. */
  readonly onWhole?: () => void;
};

type Pass = {
  readonly range: CompactRange;
  readonly gaps: GapFinder;
  readonly damaged: Set<Position>;
  /** Whether the pass began at the beginning of the log. */
  readonly isWhole: boolean;
  at: Position | null;
};

const keptOf = ({ range, at }: Pick<Pass, 'range' | 'at'>): Verified => ({
  at: range.size,
  roots: range.roots.map((root) => root.toString('base64')),
  ...(at === null ? {} : { place: String(at) }),
});

const passFrom = (from: Verified | null, find: FindRecord): Pass => {
  const found = { gaps: gapFinder(find), damaged: new Set<Position>() };
  if (!from?.place) return { ...found, range: compactRange(), at: null, isWhole: true };
  const range = { size: from.at, roots: from.roots.map((root) => Buffer.from(root, 'base64')) };
  return { ...found, range, at: BigInt(from.place), isWhole: false };
};

/** What verification needs besides following the log. */
type VerifiedLog = Pick<EventStore, 'follow' | 'head'> & {
  readonly find: FindRecord;
  /** The newest position this process has appended or read. */
  readonly newest: () => Position | null;
  /** The damaged records in everything read since the beginning. */
  readonly onDamaged: (positions: ReadonlySet<Position>) => void;
};

const isKnown = ({ size, roots }: CompactRange, known: Known | null) =>
  known?.size !== size || rootOf({ size, roots }).toString('base64') === known.root;

/** What a complete pass has found out about the log as a whole; null: it matches what was known. */
const faultAtEnd = ({ range, at, gaps }: Pass, known: Known | null, newest: Position | null): string | null => {
  if (known && range.size < known.size) return fewerRecords(known.size, range.size);
  if (newest !== null && (at ?? -1n) < newest)
    return `the log ends at position ${at ?? 0}, though position ${newest} was there: the log was rewritten`;
  return gaps.all.length > 0 ? 'records of the log are gone: the log was rewritten' : null;
};

/** Stops the pass when the end it waits for has vanished. @returns a function that stops looking */
const lookForEnd = (head: EventStore['head'], pass: Pass, enough: AbortController) => {
  const look = async () => {
    if (((await head()) ?? -1n) <= (pass.at ?? -1n)) enough.abort();
  };
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref();
  return () => clearInterval(looking);
};

/**
 * Reads the whole log in pauses. Each record is verified when it is read, so this only computes the tree over them, looks
 * for missing revisions, and compares the result with what was known.
 */
export const verifierOver = (
  { follow, head, find, newest, onDamaged }: VerifiedLog,
  { onVerified = () => {}, onRewritten = () => {}, onWhole = () => {} }: OnVerifying,
  signal: AbortSignal,
): Verify => {
  const refuse = ({ gaps }: Pass, what: string) => onRewritten([what, ...gaps.all].join('; '));
  const finish = (pass: Pass, known: Known | null, seen: Position | null) => {
    if (pass.isWhole) onDamaged(pass.damaged);
    const fault = faultAtEnd(pass, known, seen);
    if (fault !== null) return refuse(pass, fault);
    if (pass.isWhole && pass.damaged.size === 0) onWhole();
    onVerified(keptOf(pass), true);
  };

  /** @returns whether it matches what was known so far */
  const take = async (pass: Pass, batch: readonly StoredRecord[], known: Known | null): Promise<boolean> => {
    // an outage may interrupt this part: the counts below happen once, when the batch is read again
    for (const record of batch) await pass.gaps.look(record);
    for (const record of batch) {
      if (record.damage) pass.damaged.add(record.position);
      appendLeaf(pass.range, leafOf(record));
      if (!isKnown(pass.range, known)) return false;
    }
    pass.at = batch.at(-1)!.position;
    return true;
  };

  const readOn = async (pass: Pass, known: Known | null): Promise<void> => {
    pass.gaps.again();
    const seen = newest();
    const end = await head();
    const isDone = () => end === null || (pass.at ?? -1n) >= end;
    if (isDone()) return finish(pass, known, seen);
    const enough = new AbortController();
    const stopLooking = lookForEnd(head, pass, enough);
    let toldAt = Date.now();
    try {
      for await (const batch of follow(pass.at, AbortSignal.any([signal, enough.signal]))) {
        const began = performance.now();
        if (!(await take(pass, batch, known))) return refuse(pass, rewritten(pass.range.size));
        if (isDone()) break;
        if (Date.now() - toldAt > TELL_EVERY_MS) {
          onVerified(keptOf(pass), false);
          toldAt = Date.now();
        }
        await pauseUntil(signal, SHARE * (performance.now() - began));
      }
    } finally {
      stopLooking();
    }
    if (!signal.aborted) finish(pass, known, seen);
  };

  return (from, known) => {
    const pass = passFrom(from, find);
    // outages are reported by other followers of the log
    void untilDone(
      () => readOn(pass, known),
      signal,
      () => undefined,
    );
  };
};
