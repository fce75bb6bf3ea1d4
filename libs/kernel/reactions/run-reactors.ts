import { endOf, type Checkpoints } from '../log/checkpoints';
import { Damaged, isOutage } from '../model/damage';
import { inStreams, type Cause, type Effects, type Posting } from './effects';
import { maxPosition, type EventRegistry, type Position, type Recorded } from '../model/event';
import { keepGoing, pauseUntil } from '../async/keep-going';
import type { Keyring } from '../keys/keyring';
import { pace } from '../async/pace';
import { placeOf, type Taken } from '../log/place';
import type { EventStore, Place, ReadStore, Signals, StoredRecord } from '../ports';
import { openRecords, type OpenedRecord } from '../log/opened-record';
import { blanked, upcast } from '../log/upcast';
import { typeOf, UNKNOWN_TYPE } from '../log/record';
import { postWaiting, type WaitingLetter } from './waiting-letters';
import type { AnyReactor, Effect, ReactorFacts, ReactorGroup, ReactorRows } from '../model/reactor';
import { reactorRows } from './reactor-rows';
import { signed } from '../keys/signed';
import type { Stop } from '../views/view-runner';

type React = (data: unknown, event: Recorded, facts: ReactorFacts, rows: ReactorRows<unknown>) => readonly Effect[];

const TELL_EVERY_MS = 5_000;

/** How many records are decrypted at once. */
const OPENED = 100;

/** The name of a group of reactors in signals that are otherwise about views. */
export const reactionsOf = (group: string): string => `reactions/${group}`;

const stoppedAt = ({ eventId, reason }: Stop) => ({ eventId, reason });

/**
 * Records appended together may come in several batches: for this long after one that was reacted to, batches without
 * due events are signalled, too.
 */
const TOGETHER_MS = 1_000;

/** How often the checkpoint is stored after reactions: each time costs a synced write. */
const KEEP_REACTED_MS = 1_000;

/** How often the checkpoint is stored while nothing is due: after a crash those records are only read again. */
const KEEP_EVERY_MS = 30_000;

export type ReactorPorts = {
  readonly events: Pick<EventStore, 'follow' | 'head' | 'at'>;
  /** The store of the views that reactors read. */
  readonly reads: Pick<ReadStore, 'find' | 'state'>;
  readonly keyring: Keyring;
  readonly signals: Pick<Signals, 'send'>;
  readonly checkpoints: Checkpoints;
  readonly effects: Effects;
  readonly posting: Pick<Posting, 'tries' | 'waits'>;
  readonly facts: ReactorFacts;
  /** Resolves when the view that decides whom a record belongs to includes everything up to that position. */
  readonly reach: (position: Position) => Promise<void>;
  /** A group met an event that it cannot handle: it stays there until it is repaired, and loses nothing. */
  readonly onStop: (group: string, stop: Stop) => void;
  /** A group is held up by an outage: it is tried again. */
  readonly onFailure: (group: string, error: Error) => void;
};

/** Facts for reactors. `publicUrl` has no slash at its end. */
export const reactorFacts = (publicUrl: string, linksKey: Buffer): ReactorFacts => ({
  linkTo: (page, ...words) => `${publicUrl}${page}?token=${signed(linksKey, ...words)}`,
  now: () => new Date(),
});

/** Runs all groups until the signal aborts. */
export const keepReacting = async (
  groups: readonly ReactorGroup[],
  registry: EventRegistry,
  ports: ReactorPorts,
  signal: AbortSignal,
): Promise<void> => {
  const keep = async (group: ReactorGroup) => {
    const stopping = new AbortController();
    const until = AbortSignal.any([signal, stopping.signal]);
    let stopped: Stop | null = null;
    const stop = (at: Stop) => {
      ports.onStop(group.name, (stopped = at));
      stopping.abort();
    };
    const work = async () => {
      try {
        await reacting(group, registry, ports, stop)(until);
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        stop({ eventId: null, position: null, reason: error.message });
      }
    };
    await keepGoing(work, until, (error) => ports.onFailure(group.name, error));
    // repeated for processes that begin to listen later
    for (; stopped && !signal.aborted; await pauseUntil(signal, TELL_EVERY_MS))
      ports.signals.send({ kind: 'stopped', view: reactionsOf(group.name), ...stoppedAt(stopped) });
  };
  await Promise.all(groups.map(keep));
};

/** Losing an append to other writers is temporary, not a defect. */
const isPassing = (error: unknown) => isOutage(error) || (error instanceof Error && error.name === 'Conflict');

/**
 * Follows the log and performs the effects of a group of reactors. Ids of the effects are derived from the event's id,
 * so repeating an event after a crash changes nothing.
 */
const reacting = (
  { name: group, reactors, isWaitedFor }: ReactorGroup,
  registry: EventRegistry,
  ports: ReactorPorts,
  onStop: (stop: Stop) => void,
) => {
  const { events, reads, keyring, signals, checkpoints, effects, posting, facts, reach } = ports;
  const types = new Set(reactors.flatMap(({ on }) => Object.keys(on)));
  const rows = reactorRows(reactors, registry);
  const isDue = (type: string) => type === UNKNOWN_TYPE || types.has(type) || rows.concerns(type);

  const askedBy = (reactor: AnyReactor, record: OpenedRecord): readonly Effect[] => {
    const react = reactor.on[record.type] as React | undefined;
    if (!react && record.type !== UNKNOWN_TYPE) return [];
    const event = reactor.personal === 'unread' ? blanked(record, registry) : upcast(record, registry);
    return react!(event.data, event, facts, rows.of(reactor));
  };

  const react = async (record: OpenedRecord): Promise<Position | null> => {
    let last: Position | null = null;
    for (const reactor of reactors) {
      await record.reach();
      const asked = askedBy(reactor, record);
      if (asked.length === 0) continue;
      const event = blanked(record, registry);
      const run = async (effect: Effect, part: number) => {
        const does = effects[effect.kind] as (effect: Effect, cause: Cause) => Promise<Position | null>;
        const position = await does(effect, { event, reactor: reactor.name, part });
        last = maxPosition(last, position);
      };
      await inStreams(asked, run);
    }
    return last;
  };

  /**
   * Sends a waiting letter, composed again from its event. @returns false when the event does not lead to it any more
   */
  const post = async ({ position, reactor: name, part }: WaitingLetter): Promise<boolean> => {
    const reactor = reactors.find((each) => each.name === name)!;
    const [found] = await events.at([position]);
    const [record] = await openRecords(found ? [found] : [], keyring);
    if (!record) return false;
    await record.reach();
    const effect = askedBy(reactor, record)[part];
    if (effect?.kind !== 'letter') return false;
    await effects.letter(effect, { event: blanked(record, registry), reactor: name, part });
    return true;
  };

  let reactedAt = -Infinity;
  let from: Position | null = null;
  let kept: Place | null = null;
  let keptAt = -Infinity;
  const keep = async ({ place }: Taken) => {
    keptAt = performance.now();
    kept = await checkpoints.move(group, place(), kept);
  };
  const tell = (batch: readonly StoredRecord[], appended: Position | null) => {
    const position = String(batch.at(-1)!.position);
    if (isWaitedFor)
      signals.send({ kind: 'reacted', group, position, appended: appended === null ? null : String(appended) });
  };

  /** Opens some of them at a time, and yields to the event loop in between. */
  const opened = async function* (due: readonly StoredRecord[]) {
    const rest = pace();
    for (let at = 0; at < due.length; at += OPENED)
      for (const record of await openRecords(due.slice(at, at + OPENED), keyring)) {
        yield record;
        await rest();
      }
  };

  /** @returns false when it stopped at one of these */
  const reactTo = async (batch: readonly StoredRecord[]): Promise<boolean> => {
    const due = batch.filter((record) => isDue(typeOf(record)));
    if (due.length === 0) {
      if (performance.now() - reactedAt < TOGETHER_MS) tell(batch, null);
      return true;
    }
    await reach(due.at(-1)!.position);
    let done: Taken | null = null;
    let appended: Position | null = null;
    let isWhole = false;
    try {
      for await (const record of opened(due)) {
        try {
          await rows.project(record);
          // a record that is read again only for the rows was handled before
          if (from !== null && record.position <= from) continue;
          appended = maxPosition(appended, await react(record));
          done = record;
        } catch (error) {
          if (isPassing(error)) throw error;
          onStop({ eventId: record.id, position: record.position, reason: String(error) });
          return false;
        }
      }
      isWhole = true;
    } finally {
      if (done !== null && (!isWhole || performance.now() - keptAt >= KEEP_REACTED_MS)) await keep(done);
    }
    reactedAt = performance.now();
    tell(batch, appended);
    return true;
  };

  return async (signal: AbortSignal): Promise<void> => {
    const rest = pace();
    from = await checkpoints.begin(group, events, await endOf(events));
    const begin = await rows.load(reads, from, signal);
    kept = null;
    let passed: StoredRecord | null = null;
    /** Stores the checkpoint even when the log is idle: callers that wait need to know how far the group is. */
    const keepPassed = async () => {
      if (passed === null || passed.position <= (kept?.position ?? from ?? -1n)) return;
      const last = passed;
      await keep({ position: last.position, place: () => placeOf(last) });
    };
    // further batches of the same append may follow
    reactedAt = performance.now();
    // a failure is tried again with the next records
    const keepLater = () => void keepPassed().catch(() => undefined);
    const keeping = setInterval(keepLater, KEEP_EVERY_MS);
    let soon: NodeJS.Timeout | undefined;
    const ending = new AbortController();
    const posted = postWaiting(reactors, post, posting, AbortSignal.any([signal, ending.signal]));
    try {
      for await (const batch of events.follow(begin, signal)) {
        const before = reactedAt;
        if (!(await reactTo(batch))) return;
        passed = batch.at(-1)!;
        if (reactedAt !== before) soon ??= setTimeout(() => ((soon = undefined), keepLater()), KEEP_REACTED_MS);
        await rest();
      }
    } finally {
      clearInterval(keeping);
      clearTimeout(soon);
      ending.abort();
      await posted;
    }
    await keepPassed();
  };
};
