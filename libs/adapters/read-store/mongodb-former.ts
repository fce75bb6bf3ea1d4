import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import {
  compareValues,
  inRowOrder,
  mustBeWithoutTerms,
  mustHaveStood,
  type Find,
  type OfFormer,
  type Position,
  type ReadStore,
  type StoredRow,
  type RowWrite,
  type ViewSpec,
  type Where,
} from '@dosar/kernel/runtime';
import { answered, each, unlessTaken } from '../mongodb';
import {
  formerId,
  nameOf,
  type Collections,
  type FormerDocument,
  type RowOrTombstone,
  type RowDocument,
} from './mongodb-collections';
import { filterOf, IS_THERE, sortOf } from './mongodb-query';

/**
 * Stores the former rows right before new ones are written: a reader that looks at the rows first, and then here, finds each
 * of them. An already stored one is not overwritten, also when a batch is repeated, since it may have been made again
 * meanwhile.
 */
export const keepFormer = async (
  { rows, former }: Collections,
  name: string,
  writes: readonly RowWrite[],
): Promise<void> => {
  const untilOf = new Map(writes.map(({ id, position }) => [id, position]));
  const kept: AnyBulkWriteOperation<FormerDocument>[] = [];
  for await (const row of each(rows(name).find<RowDocument>({ _id: { $in: [...untilOf.keys()] }, ...IS_THERE }))) {
    const { _id, json, position, subjects, columns } = row;
    const until = untilOf.get(_id)!;
    const document = { _id: formerId(_id, position), row: _id, json, position, until, subjects, columns };
    if (position < until) kept.push({ insertOne: { document } });
  }
  if (kept.length > 0) await unlessTaken(former(name).bulkWrite(kept, { ordered: false }));
};

/** Names of former rows, and their replacement. */
export const formerOf = ({ former }: Collections): Pick<ReadStore, 'former' | 'replaceFormer'> => ({
  async former(spec, { ids, subjects }: OfFormer) {
    if (!spec.keepsFormer) return [];
    const filter = { $or: [{ row: { $in: [...ids] } }, { subjects: { $in: [...subjects] } }], ...IS_THERE };
    const found = former(nameOf(spec)).find(filter as Filter<FormerDocument>, { projection: { row: 1, position: 1 } });
    const names: Pick<StoredRow, 'id' | 'position'>[] = [];
    for await (const { row, position } of each(found)) names.push({ id: row, position });
    return names.sort((a, b) => compareValues(a.position, b.position) || compareValues(a.id, b.id));
  },
  async replaceFormer(spec, rows, since) {
    const all = former(nameOf(spec));
    const earlier = { $or: [{ since: { $exists: false } }, { since: { $lte: since } }] };
    const named = ({ id, position }: RowWrite) => ({ _id: { $eq: formerId(id, position) }, ...earlier });
    const changed = rows.flatMap((row): AnyBulkWriteOperation<FormerDocument>[] => {
      const { json, columns, subjects } = row;
      if (json === null) return [];
      const update = { $set: { json, columns, subjects: [...new Set(subjects)], since } };
      return [{ updateOne: { filter: named(row), update } }];
    });
    if (changed.length > 0) await answered(all.bulkWrite(changed, { ordered: false }));
    for (const row of rows.filter(({ json }) => json === null)) {
      const { id, position } = row;
      const old = await answered(all.findOne(named(row), { projection: { until: 1 } }));
      if (!old) continue;
      // first this: until the second update both are valid, and the later one is read
      await answered(all.updateMany({ row: { $eq: id }, until: { $eq: position } }, { $set: { until: old.until } }));
      await answered(all.updateOne(named(row), { $set: { since }, $unset: { json: 1, columns: 1, subjects: 1 } }));
    }
  },
});

type Past = StoredRow & Pick<RowDocument, 'columns'>;
type Which = { readonly now: Filter<RowOrTombstone>; readonly then: Filter<RowOrTombstone> };
type Counted = Pick<Find, 'where' | 'terms'> & { readonly most?: number | undefined };
type Asked = Pick<Find, 'order' | 'terms'> & { readonly most?: number | undefined };

const bare = ({ id, json, position }: Past): StoredRow => ({ id, json, position });

/** Reads a version of a view as of a position. */
export const pastReader = ({ views, rows, former }: Collections) => {
  const mustBeReadable = async (name: string, spec: ViewSpec, at: Position): Promise<void> => {
    const projection = { position: 1, keepsFormer: 1 };
    const found = await answered(views.findOne({ _id: { $eq: name } }, { projection }));
    const { position = null, keepsFormer = false } = found ?? {};
    mustHaveStood(spec, { position, keepsFormer }, at);
  };

  /**
   * First current rows that are old enough, then former ones: a row that is replaced meanwhile is found by both queries,
   * with the same content.
   */
  const stoodAt = async (
    name: string,
    spec: ViewSpec,
    { order = [], terms, most = 0, ...which }: Asked & Which,
    at: Position,
  ) => {
    mustBeWithoutTerms(spec, { terms });
    await mustBeReadable(name, spec, at);
    const found = new Map<string, Past>();
    const columns = Object.fromEntries(order.map(([column]) => [`columns.${column}`, 1]));
    const shown = { projection: { json: 1, position: 1, ...columns } };
    const now = rows(name).find<RowDocument>({ $and: [which.now, { position: { $lte: at } }] }, shown);
    for await (const { _id, json, position, columns = {} } of each(now.sort(sortOf(spec, { order })).limit(most)))
      found.set(_id, { id: _id, json, position, columns });
    const stood = { $and: [which.then, { position: { $lte: at } }, { until: { $gt: at } }] } as Filter<FormerDocument>;
    const then = former(name).find<FormerDocument>(stood, { projection: { ...shown.projection, row: 1 } });
    for await (const { row, json, position, columns = {} } of each(
      then.sort(sortOf(spec, { order }, 'row')).limit(most),
    ))
      if ((found.get(row)?.position ?? -1n) < position) found.set(row, { id: row, json: json!, position, columns });
    return [...found.values()].sort((a, b) => inRowOrder(a, b, order));
  };
  const whichOf = (spec: ViewSpec, where: Where): Which => ({
    now: filterOf(spec, { where }),
    then: filterOf(spec, { where }, 'row'),
  });

  return {
    async find(
      name: string,
      spec: ViewSpec,
      { where, limit, skip = 0, ...asked }: Find,
      at: Position,
    ): Promise<StoredRow[]> {
      const most = limit === undefined ? undefined : skip + limit;
      const found = await stoodAt(name, spec, { ...asked, ...whichOf(spec, where), most }, at);
      return found.slice(skip, most).map(bare);
    },
    async get(name: string, spec: ViewSpec, id: string, at: Position): Promise<StoredRow | null> {
      const [found] = await stoodAt(name, spec, whichOf(spec, { id }), at);
      return found ? bare(found) : null;
    },
    async bySubject(name: string, spec: ViewSpec, subject: string, at: Position): Promise<StoredRow[]> {
      const shown = { subjects: { $eq: subject } };
      return (await stoodAt(name, spec, { now: shown, then: shown }, at)).map(bare);
    },
    async count(name: string, spec: ViewSpec, { where, terms, most }: Counted, at: Position): Promise<number> {
      const found = await stoodAt(name, spec, { terms, ...whichOf(spec, where), most }, at);
      return Math.min(found.length, most ?? found.length);
    },
  };
};
