import { batchLoader, type Position, type ReadStore } from '@dosar/kernel/runtime';
import { answered, openMongo } from '../mongodb';
import { applierTo } from './mongodb-apply';
import { audienceId, BARE, collectionsOf, nameOf } from './mongodb-collections';
import { formerOf } from './mongodb-former';
import { filterOf } from './mongodb-query';
import { readerOf } from './mongodb-read';
import { versionsOf } from './mongodb-versions';

/** Called with what takes long, for status pages. */
export type OnViewFinding = { readonly onFinding?: (what: string) => void };

/**
 * Views in a database of MongoDB. Each view is read at its own checkpoint; several are never read at one instant.
 * @throws CannotStart
 */
export const mongoReadStore = async (url: string, { onFinding = () => {} }: OnViewFinding = {}): Promise<ReadStore> => {
  const mongo = await openMongo(url, 'DOSAR_MONGODB_URL');
  const collections = collectionsOf(mongo.db);
  const { views, audiences, rows } = collections;
  const left = new Map<string, Position | null>();
  const { open, settle, drop } = versionsOf(mongo, collections, onFinding);
  const { read, rowsBy, past } = readerOf(collections);
  const stateOf = batchLoader(async (names) => {
    const found = await answered(views.find({ _id: { $in: names } }, { projection: BARE }).toArray());
    return new Map(found.map((view) => [view._id, view]));
  });

  return {
    ...rowsBy(read),
    own: rowsBy((spec, ask) => ask(nameOf(spec))),
    open,
    async count(spec, find, most, at) {
      if (at !== undefined) return read(spec, (name) => past.count(name, spec, { ...find, most }, at));
      const filter = filterOf(spec, find);
      if (most === 0) return 0;
      const limit = most === undefined ? {} : { limit: most };
      return read(spec, async (name) => Number(await answered(rows(name).countDocuments(filter, limit))));
    },
    async state(spec) {
      const name = nameOf(spec);
      const found = await stateOf(name);
      const position = found?.position ?? null;
      left.set(name, position);
      const { leaf = null, sum, settled = false } = found ?? {};
      return { position, leaf, isSettled: settled, ...(sum && { sum }) };
    },
    commits: () => null,
    audience: (spec, audience) =>
      read(spec, async (name) => {
        const found = await answered(audiences.findOne({ _id: { $eq: audienceId(name, audience) } }));
        return found?.position ?? null;
      }),
    apply: applierTo(collections, left),
    ...formerOf(collections),
    settle,
    async drop(spec) {
      left.delete(nameOf(spec));
      await drop(spec);
    },
    // MongoDB's files keep erased data for a while: the operations page says how long
    async scrub() {},
    close: mongo.close,
  };
};
