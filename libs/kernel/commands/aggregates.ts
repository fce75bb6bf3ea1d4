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

/** One sentence for all of them, so that it is reported once. */
const OTHER_SNAPSHOTS = 'snapshots that were made from another log are made anew';

/** Limits of the states held in memory: with all else a process then takes about half a gigabyte. */
const KEPT = { aggregates: 5_000, bytes: 192 * 1024 * 1024, idleMs: 10 * 60 * 1000 } as const;
const SWEEP_EVERY_MS = 60_000;
/** How many records are decrypted at once: short-lived objects are cheap for the garbage collector. */
const OPENED = 100;

export type AggregatesPorts = {
  readonly events: EventStore;
  readonly snapshots: Snapshots;
  readonly keyring: Keyring;
  readonly now: () => Date;
  /** Reports a problem that costs only time. */
  readonly onFinding: (about: string, error: Error) => void;
};

/** The states of streams in use, bounded in bytes of memory. */
export const aggregates = (ports: AggregatesPorts) => {
  const { events, snapshots, keyring, now, onFinding } = ports;
  const kept = new Map<string, Aggregate>();
  const loading = new Map<string, Promise<Aggregate>>();
  /** Appends still under way for states that were dropped. */
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

  /** Drops the least recently used states while there are too many, and those that were idle for long. */
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

  /** Moves it to the end of the map, whose order is that of last use. */
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

  /**
   * The records after a snapshot; null when the log does not hold the record it was made at, as after a restore of an
   * older log.
   */
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
    // waits for those appends: a decision made without their events might get a revision that fits behind them
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

    /**
     * @param isNew the stream is expected not to exist, so nothing is read; if it does, the append fails with a
     * conflict
     */
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

    /** Applies events appended by other processes meanwhile. @returns whether there were any. */
    catchUp: <S, C extends Message, E extends Message>(decider: Decider<S, C, E>, aggregate: Aggregate) =>
      foldAll(decider, aggregate, events.read(aggregate.stream, aggregate.revision + 1)),

    /** Runs work that changes the state before its append is durable; drops the state when that work fails. */
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

    /** After an append: drops the state, or weighs it again and forgets commands that are too old. */
    appended<S, C extends Message, E extends Message>(decider: Decider<S, C, E>, aggregate: Aggregate): void {
      if (decider.isKept === false && aggregate.pending === 0) return drop(aggregate);
      aggregate.commands.forget(now().getTime());
      weighAgain(decider, aggregate);
    },
  };
};
