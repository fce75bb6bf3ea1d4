import { maxPosition, type EventRegistry, type Position } from './event';
import { pauseUntil } from './keep-going';
import type { Keyring } from './keyring';
import { pace } from './pace';
import type { AnyProjector } from './projector';
import { UnwritableRow, type EventStore, type ReadStore, type Signals } from './ports';
import { openRecords, type OpenedRecord } from './opened-record';
import { viewRunner, type Stop, type ViewRunner, type ViewRunnerReads } from './view-runner';

/** Rows and events that are held at most before they are applied: more only while catching up. */
const HELD = { live: 1_000, filling: 5_000 } as const;
/** Views that nobody waits for are applied in larger parts, but not later than that. */
const DEFERRED = { events: 500, ms: 200 } as const;
/** While events come so close together, a little patience gathers several into one transaction. */
const CLOSE_MS = 3;
const PATIENCE_MS = 1;
/** So often a view that was filled aside, and is further than the others, looks whether they have come so far. */
const JOIN_MS = 5;

export type ViewStatus = {
  readonly view: string;
  readonly position: Position | null;
  readonly stop: Stop | null;
  /** Whether it has caught up with the others. */
  readonly live: boolean;
};

export type Projecting = {
  status(): readonly ViewStatus[];
  /** Settles when the signal was given and the last batch is applied; rejects when the log or the views fail. */
  readonly ended: Promise<void>;
};

export type ProjectorPorts = {
  readonly events: Pick<EventStore, 'follow' | 'head'>;
  readonly reads: ReadStore;
  readonly keyring: Keyring;
  readonly signals: Pick<Signals, 'send'>;
  /** A view met an event that it cannot digest. */
  readonly onStop?: (view: string, stop: Stop) => void;
};

type Moved = { readonly views: readonly string[]; readonly audiences: readonly string[] };

/** Some views, applied together: their rows, then their checkpoint. */
const applying = ({ reads, signals, onStop = () => {} }: ProjectorPorts) => {
  const told = new Set<ViewRunner>();

  /** A view that cannot keep a row is left out, so that it holds nobody up. @returns which moved, and for whom */
  const write = async (all: readonly ViewRunner[], upTo: Position): Promise<Moved> => {
    const moving = all.filter(({ stop }) => !stop);
    if (moving.length === 0) return { views: [], audiences: [] };
    const batches = moving.map((each) => each.batch());
    try {
      await reads.apply(batches, upTo);
    } catch (error) {
      const refusing = error instanceof UnwritableRow && moving.find(({ projector }) => projector.view === error.view);
      if (!refusing) throw error;
      refusing.refused(error);
      return write(all, upTo);
    }
    const audiences = [...new Set(batches.flatMap((batch) => [...batch.audiences.keys()]))];
    for (const each of moving) each.applied(upTo);
    return { views: batches.map(({ view }) => view.view), audiences };
  };

  return async (group: Iterable<ViewRunner>, upTo: Position): Promise<void> => {
    const all = [...group];
    const moved = await write(all, upTo);
    if (moved.views.length > 0) signals.send({ kind: 'moved', ...moved, position: String(upTo) });
    for (const each of all) {
      const { stop, projector } = each;
      if (!stop) continue;
      signals.send({ kind: 'stopped', view: projector.view, eventId: stop.eventId, reason: stop.reason });
      if (!told.has(each)) onStop(projector.view, stop);
      told.add(each);
    }
  };
};

const project = async (group: Iterable<ViewRunner>, records: readonly OpenedRecord[]): Promise<void> => {
  const rest = pace();
  for (const each of group) await each.lookAhead(records);
  for (const record of records) {
    for (const each of group) await each.project(record);
    await rest();
  }
};

const bufferedBy = (group: Iterable<ViewRunner>) => [...group].reduce((sum, { buffered }) => sum + buffered, 0);

/** The views that nobody waits for: what they are told is applied later, in larger parts. */
const deferred = (group: ReadonlySet<ViewRunner>, apply: ReturnType<typeof applying>) => {
  let [count, upTo, since]: [number, Position | null, number] = [0, null, 0];
  const flush = async () => {
    if (upTo === null || count === 0) return;
    count = 0;
    await apply(group, upTo);
  };
  return {
    flush,
    /** When it must be applied at the latest; null while there is nothing. */
    dueIn: () => (count === 0 ? null : Math.max(0, since + DEFERRED.ms - Date.now())),
    async add(records: readonly OpenedRecord[], position: Position) {
      if (count === 0) since = Date.now();
      await project(group, records);
      [count, upTo] = [count + records.length, position];
      const isMuch = count >= DEFERRED.events || bufferedBy(group) >= HELD.live;
      if (isMuch || Date.now() - since >= DEFERRED.ms) await flush();
    },
  };
};

/** One at a time: applying to the views that go together, and joining them. */
const inTurns = () => {
  let turn: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined); // whoever asked is told
    return mine;
  };
};

/**
 * Follows the log once for all views that are up to date and moves their checkpoints together. A view that is behind
 * (new, raised to another version, or mended) is filled aside and joins them when it has caught up.
 */
export const runProjectors = async (
  projectors: readonly AnyProjector[],
  registry: EventRegistry,
  ports: ProjectorPorts,
  signal: AbortSignal,
): Promise<Projecting> => {
  const { events, reads, keyring } = ports;
  await reads.open(projectors);
  const rows: ViewRunnerReads = { ...reads.own, apply: (batches, upTo) => reads.apply(batches, upTo) };
  const runners = await Promise.all(
    projectors.map(async (projector) => viewRunner(projector, rows, registry, (await reads.state(projector)).position)),
  );
  const furthest = runners.reduce<Position | null>((far, { position }) => maxPosition(far, position), null);
  const isTogether = ({ position }: ViewRunner) => position === furthest;
  const isWaitedFor = ({ projector }: ViewRunner) => projector.isWaitedFor !== false;
  const waited = new Set(runners.filter((each) => isTogether(each) && isWaitedFor(each)));
  const others = new Set(runners.filter((each) => isTogether(each) && !isWaitedFor(each)));
  const head = await events.head();
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  const apply = applying(ports);
  const later = deferred(others, apply);
  const inTurn = inTurns();
  let [position, settled, unapplied, cameAt] = [furthest, false, 0, 0];

  const settle = async () => {
    if (settled || maxPosition(position, head) !== position) return;
    await later.flush();
    for (const each of [...waited, ...others]) await reads.settle(each.projector);
    settled = true;
  };

  /** What views nobody waits for have been told is applied also when nothing more comes. */
  const flushInTime = async () => {
    while (!ending.aborted) {
      await pauseUntil(ending, later.dueIn() ?? DEFERRED.ms);
      if (later.dueIn() === 0) await inTurn(later.flush);
    }
    await inTurn(later.flush);
  };

  const followLive = async () => {
    await settle();
    for await (const batch of events.follow(position, ending)) {
      const records = await openRecords(batch, keyring);
      await inTurn(async () => {
        await project(waited, records);
        unapplied += batch.length;
        const upTo = batch.at(-1)!.position;
        const isMore = batch.length >= HELD.live && unapplied < HELD.filling && bufferedBy(waited) < HELD.filling;
        if (!isMore) {
          await apply(waited, upTo);
          [position, unapplied] = [upTo, 0];
        }
        await later.add(records, upTo);
        if (!isMore) await settle();
      });
      const time = performance.now();
      if (time - cameAt < CLOSE_MS) await pauseUntil(ending, PATIENCE_MS);
      cameAt = time;
    }
  };

  const isAhead = (behind: ViewRunner) => maxPosition(behind.position, position) === behind.position;

  /** Fills a view until it is as far as the others, or further. */
  const fill = async (behind: ViewRunner) => {
    let count = 0;
    if (isAhead(behind)) return;
    for await (const batch of events.follow(behind.position, ending)) {
      await project([behind], await openRecords(batch, keyring));
      count += batch.length;
      const isDone = behind.stop !== null || isAhead(behind);
      if (!isDone && count < HELD.filling && behind.buffered < HELD.filling) continue;
      await apply([behind], behind.position!);
      count = 0;
      if (isDone) return;
    }
  };

  /** What is left until there. */
  const fillUpTo = async (behind: ViewRunner, end: Position | null) => {
    if (end === null || behind.position === end) return;
    for await (const batch of events.follow(behind.position, ending)) {
      const due = batch.filter((record) => record.position <= end);
      await project([behind], await openRecords(due, keyring));
      if (behind.stop || batch.at(-1)!.position >= end) break;
    }
    await apply([behind], behind.position ?? end);
  };

  /** A view joins the others exactly where they are: one that is moved back would be given events twice. */
  const rebuild = async (behind: ViewRunner) => {
    await fill(behind);
    for (let isOver = behind.stop !== null; !isOver && !ending.aborted; await pauseUntil(ending, isOver ? 0 : JOIN_MS))
      await inTurn(async () => {
        const isReached = unapplied === 0 && maxPosition(behind.position, position) === position;
        if (!isReached) return;
        await fillUpTo(behind, position);
        isOver = behind.stop !== null || behind.position === position;
        if (!isOver || behind.stop) return;
        await reads.settle(behind.projector);
        (isWaitedFor(behind) ? waited : others).add(behind);
      });
  };

  /** If one fails, all stop before the caller restarts them. */
  const allOrNone = async (works: readonly Promise<void>[]) => {
    try {
      await Promise.all(works);
    } catch (error) {
      failing.abort();
      await Promise.allSettled(works);
      throw error;
    }
  };

  const isLive = (each: ViewRunner) => (waited.has(each) || others.has(each)) && !each.stop;
  const aside = runners.filter((each) => !isLive(each));
  return {
    status: () =>
      runners.map((each) => ({
        view: each.projector.view,
        position: each.position,
        stop: each.stop,
        live: isLive(each),
      })),
    ended: allOrNone([followLive(), flushInTime(), ...aside.map(rebuild)]),
  };
};
