import type { EventRegistry, Position } from '../model/event';
import { destroyedBy, type NamedKey } from '../model/destruction';
import type { Taken } from '../log/place';
import { isOutage } from '../model/damage';
import { concerns, writesOf, type AnyProjector, type AnyWrite } from '../model/projector';
import { rowIn } from '../model/view';
import { AGAIN, handed, makeFormerAgain, type FormerReads, type RecordsAt } from './make-again';
import { ownRows, type RowSum } from './row-sum';
import { lookedAt, rowWriteOf, storedId } from './row-writes';
import { rowsToProject } from './rows-to-project';
import {
  UnwritableRow,
  type Find,
  type Place,
  type ReadStore,
  type StoredRow,
  type RowReads,
  type RowWrite,
  type ViewBatch,
} from '../ports';
import type { OpenedRecord } from '../log/opened-record';
import { UNKNOWN_TYPE } from '../log/record';

/** Where and why something that follows the log stopped: it stays there until it is mended. */
export type Stop = { readonly eventId: string | null; readonly position: Position | null; readonly reason: string };

type Pending = { readonly write: AnyWrite; readonly position: Position };

/** So many rows that were asked for or written are kept: some, such as who somebody is, are asked for by every event. */
const KEPT = 1_000;

/** What a view goes on from: the rows of its very version. */
export type ViewRunnerReads = RowReads &
  Pick<ReadStore, 'apply'> &
  Partial<Pick<ReadStore, 'former' | 'replaceFormer'>> & {
    /** Of those rows, where they bear one. */
    readonly sum?: RowSum | null;
    readonly recordsAt?: RecordsAt;
  };

/** One view on its way along the log: rows that changed are held until they are applied with its checkpoint. */
export type ViewRunner = {
  readonly projector: AnyProjector;
  readonly position: Position | null;
  /** The last record that it has taken. */
  readonly taken: Taken | null;
  readonly stop: Stop | null;
  /** Reads what the projector will look at because of these, at once where the views can. */
  lookAhead(records: readonly OpenedRecord[]): Promise<void>;
  /** @returns nothing to wait for when it does not concern the view */
  project(record: OpenedRecord): Promise<void> | undefined;
  /** @param upTo where its checkpoint moves with it */
  batch(upTo?: Place): ViewBatch;
  /** What was held is applied. */
  applied(upTo: Taken): void;
  /** What is held cannot be kept: it is let go, and the view stops where it was applied last. */
  refused(row: UnwritableRow): void;
  readonly buffered: number;
};

export const viewRunner = (
  projector: AnyProjector,
  reads: ViewRunnerReads,
  registry: EventRegistry,
  from: Taken | null,
): ViewRunner => {
  const { sum = null } = reads;
  const pending = new Map<string, Pending>();
  /** What stood in between, of rows that are written more than once before they are applied. */
  const passed: RowWrite[] = [];
  const audiences = new Map<string, Position>();
  let checkpoint = from;
  let applied = from;
  let stop: Stop | null = null;
  let lastBatch: readonly RowWrite[] = [];
  /** A view's rows are changed by its runner alone, so what it has read holds until it writes. */
  const kept = new Map<string, unknown>();
  /** What was written last, as it stands in the view. */
  const written = new Map<string, string | null>();
  const keep = (id: string, row: unknown) => {
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
    kept.set(id, row);
    return row;
  };

  const own = ownRows(sum, projector.view);
  const textParsed = (json: string | null) => (json === null ? null : rowIn(json));
  const parsed = (row: StoredRow | null) => textParsed(row?.json ?? null);
  const flush = async () => {
    if (checkpoint === null) return;
    const place = checkpoint.place();
    await reads.apply([batch(place)], place);
    clear(checkpoint);
  };
  const clear = (upTo: Taken) => {
    sum?.written();
    written.clear();
    for (const { id, json } of [...lastBatch].slice(-KEPT)) written.set(id, json);
    lastBatch = [];
    passed.length = 0;
    pending.clear();
    audiences.clear();
    applied = checkpoint = upTo;
  };

  const refused = ({ position, message }: UnwritableRow) => {
    stop ??= { eventId: null, position, reason: message };
    for (const each of [pending, audiences, kept, written]) each.clear();
    passed.length = 0;
    lastBatch = [];
    checkpoint = applied;
  };

  const get = async (id: string) => {
    if (pending.has(id)) return pending.get(id)!.write.row;
    if (kept.has(id)) return kept.get(id);
    if (written.has(id)) return keep(id, textParsed(written.get(id)!));
    return keep(id, parsed(own(id, await reads.get(projector, id))));
  };
  const rows = rowsToProject(projector, {
    get,
    parsed: (row) => parsed(own(row.id, row)),
    async find(find) {
      if (pending.size > 0) await flush();
      return reads.find(projector, find);
    },
    async bySubject(subject) {
      if (pending.size > 0) await flush();
      return reads.bySubject(projector, subject);
    },
  });

  /** Whoever sees this row, or saw it, is told. */
  const tell = (row: unknown, position: Position) => {
    const audience = row === null ? null : (projector.audienceOf?.(row) ?? null);
    if (audience !== null) audiences.set(audience, position);
  };

  const hold = (write: AnyWrite, position: Position) => {
    if (write.kind === undefined) tell(write.row, position);
    const id = storedId(write);
    written.delete(id);
    const before = projector.keepsFormer && pending.get(id);
    if (before && before.position < position) passed.push(rowWriteOf(projector, before.write, before.position));
    pending.set(id, { write, position });
    kept.delete(id);
  };

  const batch = (upTo?: Place): ViewBatch => {
    const last = [...pending.values()].map(({ write, position }) => rowWriteOf(projector, write, position));
    const writes = (lastBatch = passed.length === 0 ? last : [...passed, ...last]);
    return { view: projector, audiences, writes, ...(sum && upTo && { sum: sum.next(writes, upTo) }) };
  };
  /** What comes before the event is applied; what cannot be is not. */
  const stopAt = async (record: OpenedRecord, error: unknown) => {
    if (isOutage(error)) throw error;
    if (error instanceof UnwritableRow) return refused(error);
    stop = { eventId: record.id, position: record.position, reason: String(error) };
    if (checkpoint === applied) return;
    await flush().catch((failure: unknown) => {
      if (!(failure instanceof UnwritableRow)) throw failure;
      refused(failure);
    });
  };

  /** Rows of one event each are made again from it: with a key that is destroyed they say less. */
  const makeAgain = async (find: Find, position: Position) => {
    for (let skip = 0; ; skip += AGAIN) {
      if (pending.size > 0) await flush();
      const found = await reads.find(projector, { ...find, skip, limit: AGAIN });
      const records = found.length === 0 ? [] : await reads.recordsAt!(found.map(({ id }) => BigInt(id)));
      for (const record of records)
        for (const write of await writesOf(projector, handed(record, projector, registry), rows)) hold(write, position);
      if (found.length < AGAIN) return;
    }
  };

  /** What rows were loses with a key what they do; whoever keeps them in memory has only what they are. */
  const forgetFormer = async (key: NamedKey, writes: readonly AnyWrite[], since: Position) => {
    if (!reads.former || !reads.replaceFormer || !reads.recordsAt) return;
    // what they were until now is former once they are written; and it is still told with the checkpoint for whom they changed
    const told = [...audiences];
    if (pending.size > 0) await flush();
    for (const [audience, position] of told) audiences.set(audience, position);
    const of = { ids: writes.map(storedId), subjects: [key.id, key.name] };
    await makeFormerAgain({ projector, registry, reads: reads as FormerReads }, of, since);
  };

  /** All of an event's writes or none: they are collected before the first is held. */
  const projectConcerned = async (record: OpenedRecord) => {
    const { position } = record;
    try {
      const reaching = projector.personal === 'unread' ? undefined : record.reach();
      if (reaching) await reaching;
      const event = handed(record, projector, registry);
      const key = projector.madeAgain || projector.keepsFormer ? destroyedBy(event) : null;
      if (key) for (const find of projector.madeAgain?.(key) ?? []) await makeAgain(find, position);
      const writes = await writesOf(projector, event, rows);
      for (const write of writes) {
        if (write.row === null && write.kind === undefined && projector.audienceOf) tell(await get(write.id), position);
        hold(write, position);
      }
      if (key && projector.keepsFormer) await forgetFormer(key, writes, position);
    } catch (error) {
      return stopAt(record, error);
    }
    checkpoint = record;
  };

  return {
    projector,
    get position() {
      return checkpoint?.position ?? null;
    },
    get taken() {
      return checkpoint;
    },
    get stop() {
      return stop;
    },
    get buffered() {
      return pending.size + passed.length;
    },
    batch,
    applied: clear,
    refused,
    async lookAhead(records) {
      const { looksAt } = projector;
      if (stop || !looksAt) return;
      // of a damaged record nothing is known
      const ids = new Set(records.map((record) => (record.command ? lookedAt(looksAt(record)) : null)));
      const isKnown = (id: string) => [pending, kept, written].some((known) => known.has(id));
      const unknown = [...ids].filter((id) => id !== null && !isKnown(id)).slice(0, KEPT / 2) as string[];
      if (unknown.length > 1) await Promise.all(unknown.map(get));
    },
    project(record) {
      if (stop || (checkpoint !== null && record.position <= checkpoint.position)) return undefined;
      if (record.type === UNKNOWN_TYPE || concerns(projector, record.type)) return projectConcerned(record);
      checkpoint = record;
      return undefined;
    },
  };
};
