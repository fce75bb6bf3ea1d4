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

/** Where and why a follower of the log stopped: it stays there until it is repaired. */
export type Stop = { readonly eventId: string | null; readonly position: Position | null; readonly reason: string };

type Pending = { readonly write: AnyWrite; readonly position: Position };

/** How many rows are cached: some, such as users, are read for every event. */
const KEPT = 1_000;

/** The rows a view continues from: those of exactly its version. */
export type ViewRunnerReads = RowReads &
  Pick<ReadStore, 'apply'> &
  Partial<Pick<ReadStore, 'former' | 'replaceFormer'>> & {
    /** The sum of those rows, where they have one. */
    readonly sum?: RowSum | null;
    readonly recordsAt?: RecordsAt;
  };

/** A view following the log: changed rows are buffered until they are applied with its checkpoint. */
export type ViewRunner = {
  readonly projector: AnyProjector;
  readonly position: Position | null;
  /** The last record it has processed. */
  readonly taken: Taken | null;
  readonly stop: Stop | null;
  /** Prefetches the rows that the projector will read for these records. */
  lookAhead(records: readonly OpenedRecord[]): Promise<void>;
  /** @returns undefined when the record does not concern the view */
  project(record: OpenedRecord): Promise<void> | undefined;
  /** @param upTo the checkpoint to be stored with it */
  batch(upTo?: Place): ViewBatch;
  /** Called when the batch is applied. */
  applied(upTo: Taken): void;
  /** Called when the batch cannot be stored: it is dropped, and the view stops at its last applied place. */
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
  /** Intermediate versions of rows that are written more than once before they are applied. */
  const passed: RowWrite[] = [];
  const audiences = new Map<string, Position>();
  let checkpoint = from;
  let applied = from;
  let stop: Stop | null = null;
  let lastBatch: readonly RowWrite[] = [];
  /** Cache of read rows: only this runner changes the view's rows, so they hold until it writes. */
  const kept = new Map<string, unknown>();
  /** The text of the rows that were written last. */
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

  /** Notes the audience of a row, before and after a change. */
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
  /** Applies everything before the event; if even that cannot be stored, it is dropped. */
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

  /** Computes rows of one event each again: after a key was destroyed they contain less. */
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

  /** Former rows lose what the destroyed key opened. Views in memory have no former rows. */
  const forgetFormer = async (key: NamedKey, writes: readonly AnyWrite[], since: Position) => {
    if (!reads.former || !reads.replaceFormer || !reads.recordsAt) return;
    // applying the buffer makes former rows of it; the audiences it changed must still be signalled with the checkpoint
    const told = [...audiences];
    if (pending.size > 0) await flush();
    for (const [audience, position] of told) audiences.set(audience, position);
    const of = { ids: writes.map(storedId), subjects: [key.id, key.name] };
    await makeFormerAgain({ projector, registry, reads: reads as FormerReads }, of, since);
  };

  /** Buffers all writes of an event or none. */
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
      // of a damaged record nothing can be prefetched
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
