import type { Keyring } from '../keys/keyring';
import type { OpenedRecord } from '../log/opened-record';
import { pace } from '../async/pace';
import type { Taken } from '../log/place';
import { UnwritableRow, type EventStore, type ReadStore, type Signals } from '../ports';
import type { Stop, ViewRunner } from './view-runner';

/** How many rows and events are buffered before they are applied: more only while catching up. */
export const HELD = { live: 1_000, filling: 5_000 } as const;
/** Limits of the buffer of views that calls do not wait for. */
export const DEFERRED = { events: 500, ms: 400 } as const;

export type ProjectorPorts = {
  readonly events: Pick<EventStore, 'follow' | 'head' | 'at'>;
  readonly reads: ReadStore;
  readonly keyring: Keyring;
  readonly signals: Pick<Signals, 'send'>;
  /** The key for sums of rows that decide who may do what; without it there are no sums. */
  readonly rowsKey?: Buffer;
  /** Called for a view whose rows were changed from outside: it is filled again. */
  readonly onChangedRows?: (view: string) => void;
  /** Called when a view meets an event that it cannot project. */
  readonly onStop?: (view: string, stop: Stop) => void;
};

type Moved = { readonly views: readonly string[]; readonly audiences: readonly string[] };

/** Applies some views together: their rows with their checkpoints. */
export const applying = ({ reads, signals, onStop = () => {} }: ProjectorPorts) => {
  const told = new Set<ViewRunner>();

  /**
   * Leaves out a view that cannot store a row, so that it does not hold up the others. @returns which views changed,
   * and for whom
   */
  const write = async (all: readonly ViewRunner[], upTo: Taken | null): Promise<Moved> => {
    const moving = all.filter(({ stop }) => !stop);
    if (moving.length === 0 || upTo === null) return { views: [], audiences: [] };
    const place = upTo.place();
    const batches = moving.map((each) => each.batch(place));
    try {
      await reads.apply(batches, place);
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

  return async (group: Iterable<ViewRunner>, upTo: Taken | null): Promise<void> => {
    const all = [...group];
    const moved = await write(all, upTo);
    if (moved.views.length > 0) signals.send({ kind: 'moved', ...moved, position: String(upTo!.position) });
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
    for (const each of group) {
      const projecting = each.project(record);
      if (projecting) await projecting;
    }
    await rest();
  }
};

export const bufferedBy = (group: Iterable<ViewRunner>) => [...group].reduce((sum, { buffered }) => sum + buffered, 0);

/** How many records are projected for deferred views before the awaited ones get a turn. */
const SLICE = 32;

type Deferred = {
  /** Buffers records. When the buffer is full a part is projected at once. */
  add(records: readonly OpenedRecord[]): Promise<void>;
  /** Projects a part of the buffer; applies when it is empty, or when many rows are pending. */
  work(): Promise<void>;
  /** Projects and applies the whole buffer. */
  flush(): Promise<void>;
  /** Milliseconds until work is due; null while the buffer is empty. */
  dueIn(): number | null;
};

/**
 * Views that calls do not wait for: they are projected later and in larger batches, in small steps while others are
 * busy.
 */
export const deferred = (
  group: ReadonlySet<ViewRunner>,
  apply: ReturnType<typeof applying>,
  keyring: Pick<Keyring, 'fetch'>,
  mostHeld: () => number,
): Deferred => {
  const held: OpenedRecord[] = [];
  let last: OpenedRecord | null = null;
  let since: number = 0;

  const work = async () => {
    if (last === null) return;
    const records = held.slice(0, SLICE);
    // their keys may have been evicted meanwhile
    await keyring.fetch(new Set(records.flatMap(({ keys }) => keys)));
    await project(group, records);
    // only now: records interrupted by an outage are projected again
    held.splice(0, records.length);
    if (held.length === 0) {
      await apply(group, last);
      last = null;
    } else if (bufferedBy(group) >= mostHeld()) await apply(group, records.at(-1)!);
  };

  return {
    work,
    async add(records) {
      if (last === null) since = performance.now();
      held.push(...records);
      last = records.at(-1)!;
      while (held.length > DEFERRED.events) await work();
    },
    async flush() {
      while (last !== null) await work();
    },
    dueIn: () => (last === null ? null : Math.max(0, since + DEFERRED.ms - performance.now())),
  };
};
