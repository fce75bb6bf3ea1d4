import type { EventRegistry, Position, Recorded } from '../model/event';
import { pace } from '../async/pace';
import type { OpenedRecord } from '../log/opened-record';
import { blanked, upcast, upcastAsReadable, upcastAsShown } from '../log/upcast';
import { remove, writesOf, type AnyProjector, type AnyRows } from '../model/projector';
import { rowIn } from '../model/view';
import type { FormerName, OfFormer, ReadStore, RowReads, RowWrite } from '../ports';
import { rowWriteOf, storedId } from './row-writes';
import { rowsToProject } from './rows-to-project';

/** So many rows are made again at once. */
export const AGAIN = 500;

/** The event as this projector is handed it. @throws when it cannot be opened or read */
export const handed = (record: OpenedRecord, projector: AnyProjector, registry: EventRegistry): Recorded => {
  const { personal, every } = projector;
  if (personal === 'unread') return blanked(record, registry);
  if (personal === undefined) return upcast(record, registry);
  if (!every) return upcastAsReadable(record, registry);
  // its rows are found by all that they are handed
  const event = upcastAsShown(record, registry);
  // a view of everything looks at it later, when its key may be out of reach
  void event.ip;
  return event;
};

/** The records at these positions again, as their keys are now. */
export type RecordsAt = (positions: readonly Position[]) => Promise<readonly OpenedRecord[]>;

export type FormerReads = RowReads & Pick<ReadStore, 'former' | 'replaceFormer'> & { readonly recordsAt: RecordsAt };

/** A view and what its former rows are made again with. */
export type FormerAgain = {
  readonly projector: AnyProjector;
  readonly registry: EventRegistry;
  readonly reads: FormerReads;
};

/** Former rows that are made again, written in parts: whoever looks at them in between finds them as they will be. */
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
          // what stood before one that never was stands on
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
 * Former rows are made again from their events, the oldest first, each over the view as it stood right before: since a key is
 * destroyed they say less, and are what they would be if the view was filled anew. So it takes as long as filling it with these
 * events. Which they are is known by the ids of rows that the destruction changes now, and by `subjects`.
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
      // of an event that is not there any more nothing is left, either
      const writes = record && (await writesAt(record));
      for (const id of ids) await again.add(writes?.get(id) ?? rowWriteOf(projector, remove(id), position));
      await rest();
    }
  }
  await again.write();
};

/** Former rows by the event that wrote them, so many at once. */
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
