import type { EventRegistry, Position, Recorded } from '../model/event';
import { destroyedBy } from '../model/destruction';
import type { Taken } from '../log/place';
import { isOutage } from '../model/damage';
import { concerns, writesOf, type AnyProjector, type AnyRows, type AnyWrite } from '../model/projector';
import { besideId, kindOf, rowIn } from '../model/view';
import { ownRows, type RowSum } from './row-sum';
import { lookedAt, rowWriteOf, storedId } from './row-writes';
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
import { blanked, upcast, upcastAsReadable, upcastAsShown } from '../log/upcast';
import { UNKNOWN_TYPE } from '../log/record';

/** Where and why something that follows the log stopped: it stays there until it is mended. */
export type Stop = { readonly eventId: string | null; readonly position: Position | null; readonly reason: string };

type Pending = { readonly write: AnyWrite; readonly position: Position };

/** So many rows that were asked for or written are kept: some, such as who somebody is, are asked for by every event. */
const KEPT = 1_000;
/** So many rows are made again at once. */
const AGAIN = 500;

/** What a view goes on from: the rows of its very version. */
export type ViewRunnerReads = RowReads &
  Pick<ReadStore, 'apply'> & {
    /** Of those rows, where they bear one. */
    readonly sum?: RowSum | null;
    /** The records at these positions again, as their keys are now. */
    readonly recordsAt?: (positions: readonly Position[]) => Promise<readonly OpenedRecord[]>;
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

/** The event as this projector is handed it. @throws when it cannot be opened or read */
const handed = (record: OpenedRecord, { personal, every }: AnyProjector, registry: EventRegistry): Recorded => {
  if (personal === 'unread') return blanked(record, registry);
  if (personal === undefined) return upcast(record, registry);
  if (!every) return upcastAsReadable(record, registry);
  // its rows are found by all that they are handed
  const event = upcastAsShown(record, registry);
  // a view of everything looks at it later, when its key may be out of reach
  void event.ip;
  return event;
};

export const viewRunner = (
  projector: AnyProjector,
  reads: ViewRunnerReads,
  registry: EventRegistry,
  from: Taken | null,
): ViewRunner => {
  const { sum = null } = reads;
  const pending = new Map<string, Pending>();
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
    pending.clear();
    audiences.clear();
    applied = checkpoint = upTo;
  };

  const refused = ({ position, message }: UnwritableRow) => {
    stop ??= { eventId: null, position, reason: message };
    for (const each of [pending, audiences, kept, written]) each.clear();
    lastBatch = [];
    checkpoint = applied;
  };

  const get = async (id: string) => {
    if (pending.has(id)) return pending.get(id)!.write.row;
    if (kept.has(id)) return kept.get(id);
    if (written.has(id)) return keep(id, textParsed(written.get(id)!));
    return keep(id, parsed(own(id, await reads.get(projector, id))));
  };
  const parsedOf = (kind: string | null, found: readonly StoredRow[]) =>
    found.filter(({ id }) => kindOf(projector.beside, id) === kind).map((row) => parsed(own(row.id, row)));
  const bySubject = async (kind: string | null, subject: string) => {
    if (pending.size > 0) await flush();
    return parsedOf(kind, await reads.bySubject(projector, subject));
  };
  const rows: AnyRows = {
    get,
    async find(find) {
      if (pending.size > 0) await flush();
      return parsedOf(null, await reads.find(projector, find));
    },
    bySubject: (subject) => bySubject(null, subject),
    beside: (kind) => ({
      get: (id) => get(besideId(kind, id)),
      bySubject: (subject) => bySubject(kind, subject),
    }),
  };

  /** Whoever sees this row, or saw it, is told. */
  const tell = (row: unknown, position: Position) => {
    const audience = row === null ? null : (projector.audienceOf?.(row) ?? null);
    if (audience !== null) audiences.set(audience, position);
  };

  const hold = (write: AnyWrite, position: Position) => {
    if (write.kind === undefined) tell(write.row, position);
    const id = storedId(write);
    written.delete(id);
    pending.set(id, { write, position });
    kept.delete(id);
  };

  const batch = (upTo?: Place): ViewBatch => {
    const writes = (lastBatch = [...pending.values()].map(({ write, position }) =>
      rowWriteOf(projector, write, position),
    ));
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

  /** All of an event's writes or none: they are collected before the first is held. */
  const projectConcerned = async (record: OpenedRecord) => {
    const { position } = record;
    try {
      const reaching = projector.personal === 'unread' ? undefined : record.reach();
      if (reaching) await reaching;
      const event = handed(record, projector, registry);
      const key = projector.madeAgain ? destroyedBy(event) : null;
      if (key) for (const find of projector.madeAgain!(key)) await makeAgain(find, position);
      for (const write of await writesOf(projector, event, rows)) {
        if (write.row === null && write.kind === undefined && projector.audienceOf) tell(await get(write.id), position);
        hold(write, position);
      }
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
      return pending.size;
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
