import type { Position } from './event';
import type { Keyring } from './keyring';
import type { OpenedRecord } from './opened-record';
import { pace } from './pace';
import { UnwritableRow, type EventStore, type ReadStore, type Signals } from './ports';
import type { Stop, ViewRunner } from './view-runner';

/** Rows and events that are held at most before they are applied: more only while catching up. */
export const HELD = { live: 1_000, filling: 5_000 } as const;
/** Views that nobody waits for are applied in larger parts, but not later than that. */
export const DEFERRED = { events: 500, ms: 400 } as const;

export type ProjectorPorts = {
  readonly events: Pick<EventStore, 'follow' | 'head'>;
  readonly reads: ReadStore;
  readonly keyring: Keyring;
  readonly signals: Pick<Signals, 'send'>;
  /** A view met an event that it cannot project. */
  readonly onStop?: (view: string, stop: Stop) => void;
};

type Moved = { readonly views: readonly string[]; readonly audiences: readonly string[] };

/** Some views, applied together: their rows, then their checkpoint. */
export const applying = ({ reads, signals, onStop = () => {} }: ProjectorPorts) => {
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

export const project = async (group: Iterable<ViewRunner>, records: readonly OpenedRecord[]): Promise<void> => {
  const rest = pace();
  for (const each of group) await each.lookAhead(records);
  for (const record of records) {
    for (const each of group) await each.project(record);
    await rest();
  }
};

export const bufferedBy = (group: Iterable<ViewRunner>) => [...group].reduce((sum, { buffered }) => sum + buffered, 0);

/** The views that nobody waits for: what they are told is applied later, in larger parts. */
export const deferred = (group: ReadonlySet<ViewRunner>, apply: ReturnType<typeof applying>) => {
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
