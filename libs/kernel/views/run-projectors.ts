import { applying, bufferedBy, deferred, DEFERRED, HELD, project, type ProjectorPorts } from './apply-views';
import { maxPosition, type EventRegistry, type Position } from '../model/event';
import { dataKeys } from '../model/data-keys';
import { gathering, pauseUntil } from '../async/keep-going';
import { placeIn, takenAt } from '../log/place';
import type { ReadStore, ViewSpec } from '../ports';
import type { AnyProjector } from '../model/projector';
import { destructionIn, openRecords } from '../log/opened-record';
import { rowIn } from '../model/view';
import { sumToGoOnFrom } from './row-sum';
import { viewRunner, type Stop, type ViewRunner, type ViewRunnerReads } from './view-runner';

/** While events come this close together, a short pause gathers several into one transaction. */
const CLOSE_MS = 8;
const PATIENCE_MS = 4;
/** How often it is checked whether erased data has to be removed from the files. */
const SCRUB_MS = 50;

/** Up to which position erased data is removed from the files of the views. */
export const SCRUBBED: ViewSpec = { view: 'scrubbed', version: 1, columns: {}, indexes: [] };

/** Position of the last destruction whose data may still be in the files: a process may have ended before the scrub. */
const unscrubbed = async (reads: ReadStore, projectors: readonly AnyProjector[]): Promise<Position | null> => {
  if (!projectors.includes(dataKeys)) return null;
  const order = [['destroyed', 'desc']] as const;
  const [row] = await reads.own.find(dataKeys, { where: { destroyed: { from: 0n } }, order, limit: 1 });
  if (!row) return null;
  const { destroyed } = rowIn(row.json);
  const position = BigInt(destroyed!);
  return position > ((await reads.state(SCRUBBED)).position ?? -1n) ? position : null;
};

/** How often a view that was filled aside and is ahead of the others checks whether they have reached it. */
const JOIN_MS = 5;

export type { ProjectorPorts } from './apply-views';

export type ViewStatus = {
  readonly view: string;
  readonly position: Position | null;
  readonly stop: Stop | null;
  /** Whether it has caught up with the others. */
  readonly live: boolean;
};

export type Projecting = {
  status(): readonly ViewStatus[];
  /** Settles when the signal aborts and the last batch is applied; rejects when the log or the views fail. */
  readonly ended: Promise<void>;
};

/** Serialises applying the shared views and letting others join them. */
const inTurns = () => {
  let turn: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined); // the caller gets the error
    return mine;
  };
};

/**
 * Follows the log once for all views that are up to date and moves their checkpoints together. A view that lags (new,
 * of a raised version, or repaired) is filled aside and joins them when it has caught up.
 */
export const runProjectors = async (
  projectors: readonly AnyProjector[],
  registry: EventRegistry,
  ports: ProjectorPorts,
  signal: AbortSignal,
): Promise<Projecting> => {
  const { events, reads, keyring, rowsKey, onChangedRows = () => {} } = ports;
  await reads.open([...projectors, SCRUBBED]);
  const rows: ViewRunnerReads = {
    ...reads.own,
    apply: (batches, upTo) => reads.apply(batches, upTo),
    former: (view, of) => reads.former(view, of),
    replaceFormer: (view, again, since) => reads.replaceFormer(view, again, since),
    recordsAt: async (positions) =>
      openRecords(
        (await events.at(positions)).filter((record) => record !== null),
        keyring,
      ),
  };
  const runners = await Promise.all(
    projectors.map(async (projector) => {
      const sum = projector.isSummed && rowsKey ? await sumToGoOnFrom(reads, projector, rowsKey, onChangedRows) : null;
      return viewRunner(projector, { ...rows, sum }, registry, takenAt(placeIn(await reads.state(projector))));
    }),
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
  let position = furthest;
  let settled = false;
  let unapplied = 0;
  let due = await unscrubbed(reads, projectors);
  const later = deferred(others, apply, keyring, () => (settled ? HELD.live : HELD.filling));
  const inTurn = inTurns();

  const settle = async () => {
    if (settled || maxPosition(position, head) !== position) return;
    await later.flush();
    for (const each of [...waited, ...others]) await reads.settle(each.projector);
    settled = true;
  };

  /** Works on deferred views in small steps, so that awaited views get a turn in between. */
  const workLater = async () => {
    while (!ending.aborted) {
      await pauseUntil(ending, later.dueIn() ?? DEFERRED.ms);
      while (later.dueIn() === 0 && !ending.aborted) await inTurn(() => later.work());
    }
    await inTurn(() => later.flush());
  };

  const followLive = async () => {
    const gather = gathering(ending, CLOSE_MS, PATIENCE_MS);
    await inTurn(settle);
    for await (const batch of events.follow(position, ending)) {
      const records = await openRecords(batch, keyring);
      await inTurn(async () => {
        await project(waited, records);
        for (const record of records) if (destructionIn(record)) due = record.position;
        unapplied += batch.length;
        const upTo = records.at(-1)!;
        const isMore = batch.length >= HELD.live && unapplied < HELD.filling && bufferedBy(waited) < HELD.filling;
        if (!isMore) {
          await apply(waited, upTo);
          [position, unapplied] = [upTo.position, 0];
        }
        await later.add(records);
        if (!isMore) await settle();
      });
      await gather();
    }
  };

  const isAhead = (behind: ViewRunner) => maxPosition(behind.position, position) === behind.position;

  /** Fills a view until it has reached or passed the others. */
  const fill = async (behind: ViewRunner, until: AbortSignal) => {
    let count = 0;
    if (isAhead(behind)) return;
    for await (const batch of events.follow(behind.position, until)) {
      await project([behind], await openRecords(batch, keyring));
      count += batch.length;
      const isDone = behind.stop !== null || isAhead(behind);
      if (!isDone && count < HELD.filling && behind.buffered < HELD.filling) continue;
      await apply([behind], behind.taken);
      count = 0;
      if (isDone) return;
    }
  };

  /** Fills a view exactly up to that position. */
  const fillUpTo = async (behind: ViewRunner, end: Position | null) => {
    if (end === null || behind.position === end) return;
    for await (const batch of events.follow(behind.position, ending)) {
      const due = batch.filter((record) => record.position <= end);
      await project([behind], await openRecords(due, keyring));
      if (behind.stop || batch.at(-1)!.position >= end) break;
    }
    await apply([behind], behind.taken);
  };

  /** A view joins the others exactly at their position: at an earlier one it would get events twice. */
  const rebuild = async (behind: ViewRunner) => {
    // a signal of its own: Node.js warns of a leak when many listen to one signal
    const until = AbortSignal.any([ending]);
    await fill(behind, until);
    for (let isOver = behind.stop !== null; !isOver && !ending.aborted; await pauseUntil(until, isOver ? 0 : JOIN_MS))
      await inTurn(async () => {
        const isReached = unapplied === 0 && maxPosition(behind.position, position) === position;
        if (!isReached) return;
        if (!isWaitedFor(behind)) await later.flush();
        await fillUpTo(behind, position);
        isOver = behind.stop !== null || behind.position === position;
        if (!isOver || behind.stop) return;
        // while the others are still being filled, it counts as filled when they do
        if (settled) await reads.settle(behind.projector);
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

  /** Once every view includes a destruction, removes the destroyed data from the files. */
  const scrubLater = async () => {
    for (; !ending.aborted; await pauseUntil(ending, SCRUB_MS)) {
      const to = due;
      if (to === null || runners.some((each) => (each.position ?? -1n) < to)) continue;
      await inTurn(() => later.flush());
      await reads.scrub();
      const { taken } = runners[0]!;
      await inTurn(() => reads.apply([{ view: SCRUBBED, writes: [], audiences: new Map() }], taken!.place()));
      if (due === to) due = null;
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
    ended: allOrNone([followLive(), workLater(), scrubLater(), ...aside.map(rebuild)]),
  };
};
