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

/** While events come so close together, a little patience gathers several into one transaction. */
const CLOSE_MS = 8;
const PATIENCE_MS = 4;
/** So often it is looked whether what a destroyed key opened is to be taken out of the files, too. */
const SCRUB_MS = 50;

/** How far what was erased is in no file of the views any more. */
export const SCRUBBED: ViewSpec = { view: 'scrubbed', version: 1, columns: {}, indexes: [] };

/** Where the last destruction is that may not have been scrubbed: a process may have ended before it was. */
const unscrubbed = async (reads: ReadStore, projectors: readonly AnyProjector[]): Promise<Position | null> => {
  if (!projectors.includes(dataKeys)) return null;
  const order = [['destroyed', 'desc']] as const;
  const [row] = await reads.own.find(dataKeys, { where: { destroyed: { from: 0n } }, order, limit: 1 });
  if (!row) return null;
  const { destroyed } = rowIn(row.json);
  const position = BigInt(destroyed!);
  return position > ((await reads.state(SCRUBBED)).position ?? -1n) ? position : null;
};

/** So often a view that was filled aside, and is further than the others, looks whether they have come so far. */
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
  /** Settles when the signal was given and the last batch is applied; rejects when the log or the views fail. */
  readonly ended: Promise<void>;
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

  /** A little after the other, so that whoever waits for another view has a turn in between. */
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

  /** Fills a view until it is as far as the others, or further. */
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

  /** What is left until there. */
  const fillUpTo = async (behind: ViewRunner, end: Position | null) => {
    if (end === null || behind.position === end) return;
    for await (const batch of events.follow(behind.position, ending)) {
      const due = batch.filter((record) => record.position <= end);
      await project([behind], await openRecords(due, keyring));
      if (behind.stop || batch.at(-1)!.position >= end) break;
    }
    await apply([behind], behind.taken);
  };

  /** A view joins the others exactly where they are: one that is moved back would be given events twice. */
  const rebuild = async (behind: ViewRunner) => {
    // a signal of its own: Node.js takes many who listen to one for a leak
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
        // while those that it joins are being filled themselves it is full when they are
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

  /** Once every view has taken what says that a key is destroyed, nothing of it stays in a file. */
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
