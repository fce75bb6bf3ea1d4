import type { Library, Position } from './event';
import { concerns, writesOf, type AnyProjector, type Rows, type Write } from './projector';
import type { ReadStore, Row, RowReads, RowWrite, ViewBatch } from './ports';
import { digest, type OpenedRecord } from './record';

/** Where and why a view stopped: it stays there until a mended projector goes on. */
export type Stop = { readonly eventId: string; readonly position: Position; readonly reason: string };

type Pending = { readonly row: unknown; readonly position: Position };

/** So many rows that were asked for are kept: some, such as who somebody is, are asked for by every event. */
const KEPT = 100;

/** What a lane goes on from: the rows of its very version. */
export type LaneReads = RowReads & Pick<ReadStore, 'apply'>;

/** One view on its way along the log: rows that changed are held until they are applied with its checkpoint. */
export type Lane = {
  readonly projector: AnyProjector;
  readonly position: Position | null;
  readonly stop: Stop | null;
  play(record: OpenedRecord): Promise<void>;
  batch(): ViewBatch;
  /** What was held is applied. */
  applied(upTo: Position): void;
  readonly held: number;
};

export const lane = (projector: AnyProjector, reads: LaneReads, library: Library, from: Position | null): Lane => {
  const pending = new Map<string, Pending>();
  const audiences = new Map<string, Position>();
  let [checkpoint, applied] = [from, from];
  let stop: Stop | null = null;

  /** A view's rows are changed by its lane alone, so what it has read holds until it writes. */
  const kept = new Map<string, unknown>();
  const keep = (id: string, row: unknown) => {
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
    kept.set(id, row);
    return row;
  };

  const parsed = (row: Row | null) => (row === null ? null : (JSON.parse(row.json) as unknown));
  const flush = async () => {
    if (checkpoint === null) return;
    await reads.apply([batch()], checkpoint);
    clear(checkpoint);
  };
  const clear = (upTo: Position) => {
    pending.clear();
    audiences.clear();
    applied = checkpoint = upTo;
  };

  const rows: Rows<unknown> = {
    async get(id) {
      if (pending.has(id)) return pending.get(id)!.row;
      return kept.has(id) ? kept.get(id) : keep(id, parsed(await reads.get(projector, id)));
    },
    async find(find) {
      if (pending.size > 0) await flush();
      return (await reads.find(projector, find)).map(parsed);
    },
    async bySubject(subject) {
      if (pending.size > 0) await flush();
      return (await reads.bySubject(projector, subject)).map(parsed);
    },
  };

  const hold = async ({ id, row }: Write<unknown>, position: Position) => {
    const { audienceOf } = projector;
    if (audienceOf) {
      const before = row === null ? await rows.get(id) : null;
      for (const shown of [row, before]) {
        const audience = shown === null ? null : audienceOf(shown);
        if (audience !== null) audiences.set(audience, position);
      }
    }
    pending.set(id, { row, position });
    kept.delete(id);
  };

  const batch = (): ViewBatch => ({
    view: projector,
    audiences,
    writes: [...pending].map(([id, { row, position }]): RowWrite => ({
      id,
      position,
      json: row === null ? null : JSON.stringify(row),
      columns: row === null ? {} : projector.columnsOf(row),
      subjects: row === null ? [] : (projector.subjectsOf?.(row) ?? []),
    })),
  });

  return {
    projector,
    get position() {
      return checkpoint;
    },
    get stop() {
      return stop;
    },
    get held() {
      return pending.size;
    },
    batch,
    applied: clear,
    async play(record) {
      if (stop || (checkpoint !== null && record.position <= checkpoint)) return;
      if (concerns(projector, record.type)) {
        try {
          // all of an event's writes or none: they are collected before the first is held
          for (const write of await writesOf(projector, digest(record, library), rows))
            await hold(write, record.position);
        } catch (error) {
          if (isOutage(error)) throw error;
          stop = { eventId: record.id, position: record.position, reason: String(error) };
          if (checkpoint !== applied) await flush();
          return;
        }
      }
      checkpoint = record.position;
    },
  };
};

const isOutage = (error: unknown) => error instanceof Error && error.name === 'Unavailable';
