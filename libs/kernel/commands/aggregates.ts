import { evolve, type Decider } from '../model/decider';
import { foldRecord, newAggregate, weigh, type Aggregate } from './aggregate';
import { Damaged } from '../model/damage';
import type { Keyring } from '../keys/keyring';
import type { Message } from '../model/message';
import { pace } from '../async/pace';
import { placeOf } from '../log/place';
import type { EventStore, Snapshots, StoredRecord } from '../ports';
import { openRecords } from '../log/opened-record';
import { fromSnapshot } from './snapshots';

/** Said of all of them together. */
const OTHER_SNAPSHOTS = 'snapshots that were made from another log are made anew';

/** What is kept of streams that nobody uses now: with all else a process then takes about half a gigabyte. */
const KEPT = { aggregates: 5_000, bytes: 192 * 1024 * 1024, idleMs: 10 * 60 * 1000 } as const;
const SWEEP_EVERY_MS = 60_000;
/** So many records are open at once: what is let go while it is young costs little. */
const OPENED = 100;

export type AggregatesPorts = {
  readonly events: EventStore;
  readonly snapshots: Snapshots;
  readonly keyring: Keyring;
  readonly now: () => Date;
  /** What was found that costs nothing but time. */
  readonly onFinding: (about: string, error: Error) => void;
};

/** The streams that are in use, folded. What they take is bounded in bytes. */
export const aggregates = (ports: AggregatesPorts) => {
  const { events, snapshots, keyring, now, onFinding } = ports;
  const kept = new Map<string, Aggregate>();
  const loading = new Map<string, Promise<Aggregate>>();
  /** Appends that are under way of states that were given up. */
  const ending = new Map<string, Promise<unknown>>();
  let weight = 0;
  let sweptAt = 0;

  const drop = (aggregate: Aggregate) => {
    aggregate.isBroken = true;
    if (aggregate.pending > 0) ending.set(aggregate.stream, aggregate.tail);
    if (kept.get(aggregate.stream) !== aggregate) return;
    kept.delete(aggregate.stream);
    weight -= aggregate.weight;
  };

  keyring.onDestroyed(() => {
    for (const aggregate of [...kept.values()]) if (aggregate.pending === 0) drop(aggregate);
  });

  const weighAgain = <S, C extends Message, E extends Message>(decider: Decider<S, C, E>, aggregate: Aggregate) => {
    const before = aggregate.weight;
    aggregate.weight = weigh(decider, aggregate);
    if (kept.get(aggregate.stream) === aggregate) weight += aggregate.weight - before;
  };

  /** Lets go of the longest unused while there are too many, and of all that were not used for long. */
  const letGo = (used: Aggregate) => {
    const time = now().getTime();
    const isSweep = time - sweptAt > SWEEP_EVERY_MS;
    if (isSweep) sweptAt = time;
    for (const oldest of kept.values()) {
      const isTooMuch = kept.size > KEPT.aggregates || weight > KEPT.bytes;
      const isIdle = isSweep && time - oldest.usedAt > KEPT.idleMs;
      if (!isTooMuch && !isIdle) return;
      if (oldest.pending === 0 && oldest !== used) drop(oldest);
    }
  };

  /** Puts it behind all others: it was used last. */
  const use = (aggregate: Aggregate) => {
    kept.delete(aggregate.stream);
    kept.set(aggregate.stream, aggregate);
    aggregate.usedAt = now().getTime();
    letGo(aggregate);
    return aggregate;
  };

  const foldAll = async <S, C extends Message, E extends Message>(
    decider: Decider<S, C, E>,
    aggregate: Aggregate,
    batches: AsyncIterable<readonly StoredRecord[]>,
  ): Promise<boolean> => {
    const before = aggregate.revision;
    const rest = pace();
    for await (const batch of batches)
      for (let from = 0; from < batch.length; from += OPENED)
        for (const record of await openRecords(batch.slice(from, from + OPENED), keyring)) {
          const reaching = record.reach();
          if (reaching) await reaching;
          if (!aggregate.isBroken) foldRecord(decider, aggregate, record, now().getTime());
          await rest();
        }
    return aggregate.revision !== before;
  };

  /** The records after a snapshot; null when the log does not hold what it was made of, as after it was set back. */
  const behindSnapshot = async (
    { stream, revision, position }: Aggregate,
    leaf: string,
  ): Promise<AsyncIterable<readonly StoredRecord[]> | null> => {
    for await (const [last] of events.read(stream, revision, 1))
      if (last?.position === position && placeOf(last).leaf === leaf) return events.read(stream, revision + 1);
    onFinding(`the snapshot of ${stream} is made anew`, new Damaged(OTHER_SNAPSHOTS));
    return null;
  };

  const load = async <S, C extends Message, E extends Message>(decider: Decider<S, C, E>, stream: string) => {
    // what is decided without having seen them might fit behind them by its number
    await ending.get(stream);
    ending.delete(stream);
    const saved = await fromSnapshot(snapshots, decider, stream, keyring);
    const behind = saved && (await behindSnapshot(saved.aggregate, saved.leaf));
    const aggregate = saved && behind ? saved.aggregate : newAggregate(stream, decider.initial());
    await foldAll(decider, aggregate, behind ?? events.read(stream));
    return begin(decider, aggregate);
  };

  const begin = <S, C extends Message, E extends Message>(decider: Decider<S, C, E>, aggregate: Aggregate) => {
    aggregate.weight = weigh(decider, aggregate);
    weight += aggregate.weight;
    return use(aggregate);
  };

  return {
    drop,

    /** @param isNew nothing is looked for: should there be something, the append tells */
    get<S, C extends Message, E extends Message>(
      decider: Decider<S, C, E>,
      stream: string,
      isNew: boolean,
    ): Aggregate | Promise<Aggregate> {
      const found = kept.get(stream);
      if (found) return use(found);
      if (isNew && !loading.has(stream)) return begin(decider, newAggregate(stream, decider.initial()));
      const under = loading.get(stream) ?? load(decider, stream).finally(() => loading.delete(stream));
      loading.set(stream, under);
      return under;
    },

    /** Folds what others have appended meanwhile. @returns whether there was anything. */
    catchUp: <S, C extends Message, E extends Message>(decider: Decider<S, C, E>, aggregate: Aggregate) =>
      foldAll(decider, aggregate, events.read(aggregate.stream, aggregate.revision + 1)),

    /** Does something to its state whose append begins now; gives the state up when that fails. */
    changing<T>(aggregate: Aggregate, work: () => T): T {
      try {
        return work();
      } catch (defect) {
        drop(aggregate);
        throw defect;
      }
    },

    evolve<S, C extends Message, E extends Message>(
      decider: Decider<S, C, E>,
      aggregate: Aggregate,
      event: E,
      at: string,
    ) {
      aggregate.revision += 1;
      return (aggregate.state = evolve(decider, aggregate.state as S, event, at));
    },

    /** An append of it is over: it is let go, or what it takes now counted anew, and commands that are too old are let go. */
    appended<S, C extends Message, E extends Message>(decider: Decider<S, C, E>, aggregate: Aggregate): void {
      if (decider.isKept === false && aggregate.pending === 0) return drop(aggregate);
      aggregate.commands.forget(now().getTime());
      weighAgain(decider, aggregate);
    },
  };
};
