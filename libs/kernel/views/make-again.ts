import type { EventRegistry, Position, Recorded } from '../model/event';
import { pace } from '../async/pace';
import type { OpenedRecord } from '../log/opened-record';
import { blanked, upcast, upcastAsReadable, upcastAsShown } from '../log/upcast';
import { remove, writesOf, type AnyProjector, type AnyRows } from '../model/projector';
import { rowIn } from '../model/view';
import type { FormerName, OfFormer, ReadStore, RowReads, RowWrite } from '../ports';
import { rowWriteOf, storedId } from './row-writes';
import { rowsToProject } from './rows-to-project';

/** How many rows are computed again at once. */
export const AGAIN = 500;

/** The event in the form this projector gets it. @throws when it cannot be opened or read */
export const handed = (record: OpenedRecord, projector: AnyProjector, registry: EventRegistry): Recorded => {
  const { personal, every } = projector;
  if (personal === 'unread') return blanked(record, registry);
  if (personal === undefined) return upcast(record, registry);
  if (!every) return upcastAsReadable(record, registry);
  // a view of all events makes rows and search terms of everything it is given, so internal members are removed
  const event = upcastAsShown(record, registry);
  // opened now: such a view reads it later, when its key may have been evicted
  void event.ip;
  return event;
};

/** Reads the records at these positions again, with the keys that exist now. */
export type RecordsAt = (positions: readonly Position[]) => Promise<readonly OpenedRecord[]>;

export type FormerReads = RowReads & Pick<ReadStore, 'former' | 'replaceFormer'> & { readonly recordsAt: RecordsAt };

/** A view, and what is needed to compute its former rows again. */
export type FormerAgain = {
  readonly projector: AnyProjector;
  readonly registry: EventRegistry;
  readonly reads: FormerReads;
};

/** Former rows being computed again and written in batches; reads in between see the computed ones. */
const remaking = ({ projector, reads }: FormerAgain, since: Position) => {
  const made = new Map<string, RowWrite>();
  const all: RowWrite[] = [];
  const write = async () => {
    if (all.length > 0) await reads.replaceFormer(projector, all.splice(0), since);
    made.clear();
  };
  return {
    write,
    async add(row: RowWrite): Promise<void> {
      all.push(row);
      made.set(row.id, row);
      if (all.length >= AGAIN) await write();
    },
    /** The view as it was at a position. */
    rowsAt: (at: Position): AnyRows =>
      rowsToProject(projector, {
        parsed: ({ json }) => rowIn(json),
        async get(id) {
          const again = made.get(id);
          // for a row that never existed the row before it is valid, which the store finds once this is written
          if (again?.json === null) await write();
          const found = await reads.get(projector, id, at);
          if (!found) return null;
          return rowIn(again?.json && again.position === found.position ? again.json : found.json);
        },
        async find(find) {
          await write();
          return reads.find(projector, find, at);
        },
        async bySubject(subject) {
          await write();
          return reads.bySubject(projector, subject, at);
        },
      }),
  };
};

/**
 * Computes former rows again from their events, oldest first, each on the view as it was right before. After a key is
 * destroyed they contain less, and equal those of a view filled again; this takes as long as filling it with these
 * events. The rows are found by the ids of the rows that the destruction changes now, and by `subjects`.
 */
export const makeFormerAgain = async (view: FormerAgain, of: OfFormer, since: Position): Promise<void> => {
  const { projector, registry, reads } = view;
  const again = remaking(view, since);
  const rest = pace();
  const writesAt = async (record: OpenedRecord) => {
    await record.reach();
    const writes = await writesOf(projector, handed(record, projector, registry), again.rowsAt(record.position - 1n));
    return new Map(writes.map((each) => [storedId(each), rowWriteOf(projector, each, record.position)]));
  };
  for (const names of partsOf(await reads.former(projector, of))) {
    const records = await reads.recordsAt([...names.keys()]);
    const byPosition = new Map(records.map((record) => [record.position, record]));
    for (const [position, ids] of names) {
      const record = byPosition.get(position);
      // if the event does not exist any more, its rows do not, either
      const writes = record && (await writesAt(record));
      for (const id of ids) await again.add(writes?.get(id) ?? rowWriteOf(projector, remove(id), position));
      await rest();
    }
  }
  await again.write();
};

/** Groups former rows by the event that wrote them, in parts of limited size. */
const partsOf = (names: readonly FormerName[]): ReadonlyMap<Position, string[]>[] => {
  const parts: Map<Position, string[]>[] = [];
  for (const { id, position } of names) {
    const last = parts.at(-1);
    const ids = last?.get(position);
    if (ids) ids.push(id);
    else if (last && last.size < AGAIN) last.set(position, [id]);
    else parts.push(new Map([[position, [id]]]));
  }
  return parts;
};
