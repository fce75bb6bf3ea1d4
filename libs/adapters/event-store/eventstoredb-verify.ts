import {
  appendLeaf,
  compactRange,
  leafOf,
  pauseUntil,
  rootOf,
  rewritten,
  untilDone,
  type CompactRange,
  type EventStore,
  type Position,
} from '@dosar/kernel/runtime';
import type { Known, Verified, Verify } from './verified';

/** Others have the server, and this process, four times as long in between. */
const SHARE = 4;
const TELL_EVERY_MS = 5_000;

export type OnVerifying = {
  readonly onVerified?: (verified: Verified, isDone: boolean) => void;
  /** The log is not what was known of it: a sentence. */
  readonly onRewritten?: (what: string) => void;
};

type Pass = { readonly range: CompactRange; at: Position | null };

const keptOf = ({ range, at }: Pass): Verified => ({
  at: range.size,
  roots: range.roots.map((root) => root.toString('base64')),
  ...(at === null ? {} : { place: String(at) }),
});

const passFrom = (from: Verified | null): Pass => {
  if (!from?.place) return { range: compactRange(), at: null };
  const range = { size: from.at, roots: from.roots.map((root) => Buffer.from(root, 'base64')) };
  return { range, at: BigInt(from.place) };
};

/**
 * Reads the whole log in the pauses: each record is looked at when it is read, so all that is done here is counting the
 * tree over them, and comparing it with the one that was known.
 */
export const verifierOver = (
  { follow, head }: Pick<EventStore, 'follow' | 'head'>,
  { onVerified = () => {}, onRewritten = () => {} }: OnVerifying,
  signal: AbortSignal,
): Verify => {
  const isKnown = ({ size, roots }: CompactRange, known: Known | null) =>
    known?.size !== size || rootOf({ size, roots }).toString('base64') === known.root;

  const readOn = async (pass: Pass, known: Known | null): Promise<void> => {
    const end = await head();
    const enough = new AbortController();
    let toldAt = Date.now();
    if (end === null || (pass.at ?? -1n) >= end) return onVerified(keptOf(pass), true);
    for await (const batch of follow(pass.at, AbortSignal.any([signal, enough.signal]))) {
      const began = performance.now();
      for (const record of batch) {
        appendLeaf(pass.range, leafOf(record));
        if (!isKnown(pass.range, known)) return onRewritten(rewritten(pass.range.size));
      }
      pass.at = batch.at(-1)!.position;
      const isDone = pass.at >= end;
      if (isDone || Date.now() - toldAt > TELL_EVERY_MS) {
        onVerified(keptOf(pass), isDone);
        toldAt = Date.now();
      }
      if (isDone) return enough.abort();
      await pauseUntil(signal, SHARE * (performance.now() - began));
    }
  };

  return (from, known) => {
    const pass = passFrom(from);
    // an outage is told by those who follow the log for somebody
    void untilDone(
      () => readOn(pass, known),
      signal,
      () => undefined,
    );
  };
};
