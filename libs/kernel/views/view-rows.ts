import type { EventRegistry, Position } from '../model/event';
import type { OpenedRecord } from '../log/opened-record';
import { inMemory } from '../log/place';
import type { ReadStore, RowText, StoredRow } from '../ports';
import type { None, Projector } from '../model/projector';
import { besideId, rowIn } from '../model/view';
import { fits, sumOfRows } from './row-sum';
import { viewRunner, type Stop, type ViewRunner, type ViewRunnerReads } from './view-runner';

type Kept<R> = { readonly row: R; readonly json: string; readonly position: Position };

/** How often rows that do not match their sum are read again: the store may be writing them. */
const MOST_WRONG = 20;

/** How rows are verified. */
export type SumsOfRows = { readonly key: Buffer; readonly onWrong: () => Promise<void> };

/** Called when a row changes; null: it is removed. */
export type OnRow<R> = (id: string, row: R | null, before: R | null) => void;

export type ViewRows<R, B> = ReturnType<typeof viewRows<R, B>>;

/** The rows of a view in memory, updated with the events passed in. Its projector finds rows by id only. */
export const viewRows = <R, B = None>(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- of whatever events and by whatever columns the view is made
  projector: Projector<any, R, B, any>,
  registry: EventRegistry,
  onRow: OnRow<R | B[keyof B]> = () => {},
  sums: SumsOfRows | null = null,
) => {
  let wrong = 0;
  const rows = new Map<string, Kept<R | B[keyof B]>>();
  const get = (id: string) => rows.get(id)?.row ?? null;
  /** Runs the projector over this memory. */
  const memory = { get: async (_: unknown, id: string) => rows.get(id) ?? null } as unknown as ViewRunnerReads;
  let runner: ViewRunner = viewRunner(projector, memory, registry, null);

  const keep = (id: string, json: RowText<R | B[keyof B]> | null, position: Position) => {
    const before = rows.get(id);
    // a loaded row may be newer than this event
    if ((before?.position ?? -1n) >= position) return;
    const row = json === null ? null : rowIn(json);
    if (row === null) rows.delete(id);
    else rows.set(id, { row, json: json!, position });
    onRow(id, row, before?.row ?? null);
  };

  return {
    get: (id: string) => get(id) as R | null,
    /** Rows of an internal kind: their stored ids contain the kind. */
    beside: <K extends keyof B & string>(kind: K) => ({ get: (id: string) => get(besideId(kind, id)) as B[K] | null }),
    values: function* (): Generator<R | B[keyof B]> {
      for (const { row } of rows.values()) yield row;
    },
    /** Loads the rows of the store. @returns their position; undefined while the store is being filled */
    async load(reads: Pick<ReadStore, 'find' | 'state'>): Promise<Position | null | undefined> {
      const before = await reads.state(projector);
      if (!before.isSettled) return undefined;
      const found: readonly StoredRow[] = await reads.find(projector, { where: {} });
      if (sums && projector.isSummed) {
        const after = await reads.state(projector);
        const sum = await sumOfRows(sums.key, projector, found);
        // a store that changed while it was read is read again
        wrong =
          fits(sum, before, found) || fits(sum, after, found) || before.position !== after.position ? 0 : wrong + 1;
        if (wrong === MOST_WRONG) await sums.onWrong();
        if (!fits(sum, before, found) && !fits(sum, after, found)) return undefined;
      }
      for (const { id, json, position: place } of found) keep(id, json, place);
      return before.position;
    },
    /** Events are passed in from behind this position on. */
    beginAt(position: Position | null): void {
      runner = viewRunner(projector, memory, registry, inMemory(position));
    },
    /** @returns where it stopped, if it did */
    async project(record: OpenedRecord): Promise<Stop | null> {
      // skip events that the loaded rows already include: projected on newer rows they would give wrong ones
      if (runner.position !== null && record.position <= runner.position) return null;
      await runner.project(record);
      if (runner.stop) return runner.stop;
      for (const { id, json } of runner.batch().writes) keep(id, json, record.position);
      runner.applied(record);
      return null;
    },
  };
};
