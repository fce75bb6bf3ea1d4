import type { EventRegistry, Position } from '../model/event';
import { pauseUntil } from '../async/keep-going';
import type { OpenedRecord } from '../log/opened-record';
import type { ReadStore } from '../ports';
import { concerns, type AnyProjector } from '../model/projector';
import type { AnyReactor, ReactorRows } from '../model/reactor';
import { viewRows, type ViewRows } from '../views/view-rows';

const LOOK_MS = 100;

type Kinds = Readonly<Record<string, unknown>>;

const nobody: ReactorRows<unknown, Kinds> = {
  get() {
    throw new Error('a reactor reads rows of the view that it names, and of no other');
  },
  values() {
    throw new Error('a reactor reads rows of the view that it names, and of no other');
  },
  beside() {
    throw new Error('a reactor reads rows of the view that it names, and of no other');
  },
};

const least = (a: Position | null, b: Position | null): Position | null =>
  a === null || b === null ? null : a < b ? a : b;

/** The views that these reactors read, in memory, updated with the events that the reactors get. */
export const reactorRows = (reactors: readonly AnyReactor[], registry: EventRegistry) => {
  const views = new Map<AnyProjector, ViewRows<unknown, Kinds>>();
  for (const { view } of reactors) if (view) views.set(view, viewRows(view, registry));
  return {
    of: ({ view }: AnyReactor): ReactorRows<unknown, Kinds> => (view ? views.get(view)! : nobody),
    concerns: (type: string): boolean => [...views.keys()].some((view) => concerns(view, type)),
    /**
     * Loads the rows once the views are filled. @returns the position to follow the log from, so that the rows include
     * `from`
     */
    async load(
      reads: Pick<ReadStore, 'find' | 'state'>,
      from: Position | null,
      signal: AbortSignal,
    ): Promise<Position | null> {
      let begin = from;
      for (const rows of views.values()) {
        let position = await rows.load(reads);
        for (; position === undefined && !signal.aborted; position = await rows.load(reads))
          await pauseUntil(signal, LOOK_MS);
        rows.beginAt(position ?? null);
        begin = least(begin, position ?? null);
      }
      return begin;
    },
    /** @throws when a view cannot take the event */
    async project(record: OpenedRecord): Promise<void> {
      for (const rows of views.values()) {
        const stop = await rows.project(record);
        if (stop) throw new Error(stop.reason);
      }
    },
  };
};
