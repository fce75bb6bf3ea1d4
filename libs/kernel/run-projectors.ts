import { later, type Library, type Position } from './event';
import type { Keyring } from './keyring';
import { lane, type Lane, type LaneReads, type Stop } from './lane';
import type { AnyProjector } from './projector';
import type { EventStore, ReadStore, Signals, StoredRecord } from './ports';
import { openRecords } from './record';

/** Rows and events that are held at most before they are applied: more only while catching up. */
const HELD = { live: 1_000, filling: 5_000 } as const;

export type ViewStatus = {
  readonly view: string;
  readonly position: Position | null;
  readonly stop: Stop | null;
  readonly live: boolean;
};

export type Projecting = {
  status(): readonly ViewStatus[];
  /** Settles when the signal was given and the last batch is applied; rejects when the log or the views fail. */
  readonly ended: Promise<void>;
};

/**
 * Follows the log once for all views that are up to date and moves their checkpoints together. A view that is behind
 * (new, raised to another version, or mended) is filled aside and joins them when it has caught up.
 */
export const runProjectors = async (
  projectors: readonly AnyProjector[],
  library: Library,
  ports: {
    readonly events: Pick<EventStore, 'follow' | 'head'>;
    readonly reads: ReadStore;
    readonly keyring: Keyring;
    readonly signals: Pick<Signals, 'send'>;
  },
  signal: AbortSignal,
): Promise<Projecting> => {
  const { events, reads, keyring, signals } = ports;
  await reads.open(projectors);
  const rows: LaneReads = { ...reads.own, apply: (batches, upTo) => reads.apply(batches, upTo) };
  const lanes = await Promise.all(
    projectors.map(async (projector) => lane(projector, rows, library, await reads.position(projector))),
  );
  const furthest = lanes.reduce<Position | null>((far, { position }) => later(far, position), null);
  const together = new Set(lanes.filter(({ position }) => position === furthest));
  const head = await events.head();
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  let [position, turn, settled] = [furthest, Promise.resolve(), false];

  /** One at a time: applying to the views that go together, and joining them. */
  const inTurn = (work: () => Promise<void>) => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };

  const play = async (group: Iterable<Lane>, batch: readonly StoredRecord[]) => {
    for (const record of await openRecords(batch, keyring)) for (const each of group) await each.play(record);
  };

  const apply = async (group: Iterable<Lane>, upTo: Position) => {
    const moving = [...group].filter(({ stop }) => !stop);
    const batches = moving.map((each) => each.batch());
    await reads.apply(batches, upTo);
    const audiences = [...new Set(batches.flatMap((batch) => [...batch.audiences.keys()]))];
    for (const each of moving) each.applied(upTo);
    const views = moving.map(({ projector }) => projector.view);
    signals.send({ kind: 'moved', views, position: String(upTo), audiences });
    for (const { stop, projector } of group)
      if (stop)
        signals.send({ kind: 'stopped', view: projector.view, position: String(stop.position), eventId: stop.eventId });
  };

  const heldBy = (group: Iterable<Lane>) => [...group].reduce((sum, { held }) => sum + held, 0);

  const settle = async () => {
    if (settled || later(position, head) !== position) return;
    for (const each of together) await reads.settle(each.projector);
    settled = true;
  };

  const goOn = async () => {
    await settle();
    let unapplied = 0;
    for await (const batch of events.follow(position, ending)) {
      await inTurn(async () => {
        await play(together, batch);
        unapplied += batch.length;
        const upTo = batch.at(-1)!.position;
        const more = batch.length >= HELD.live && unapplied < HELD.filling && heldBy(together) < HELD.filling;
        if (more) return;
        await apply(together, upTo);
        [position, unapplied] = [upTo, 0];
        await settle();
      });
    }
  };

  const fillAside = async (behind: Lane) => {
    const enough = new AbortController();
    const until = AbortSignal.any([ending, enough.signal]);
    let unapplied = 0;
    for await (const batch of events.follow(behind.position, until)) {
      await play([behind], batch);
      if (behind.stop) break;
      unapplied += batch.length;
      const caughtUp = later(behind.position, position) === behind.position;
      if (!caughtUp && unapplied < HELD.filling && behind.held < HELD.filling) continue;
      await apply([behind], behind.position!);
      unapplied = 0;
      await inTurn(async () => {
        if (later(behind.position, position) !== behind.position) return;
        await reads.settle(behind.projector);
        together.add(behind);
        enough.abort();
      });
    }
    if (behind.stop) await apply([behind], behind.stop.position);
  };

  /** When one cannot go on, none does: whoever starts them again must find nobody at work. */
  const allOrNone = async (works: readonly Promise<void>[]) => {
    try {
      await Promise.all(works);
    } catch (error) {
      failing.abort();
      await Promise.allSettled(works);
      throw error;
    }
  };

  const aside = lanes.filter((each) => !together.has(each));
  return {
    status: () =>
      lanes.map((each) => ({
        view: each.projector.view,
        position: each.position,
        stop: each.stop,
        live: together.has(each) && !each.stop,
      })),
    ended: allOrNone([goOn(), ...aside.map(fillAside)]),
  };
};
