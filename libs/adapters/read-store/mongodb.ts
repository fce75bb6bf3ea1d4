import { Unavailable, type Position, type ReadStore, type Row, type RowReads, type ViewSpec } from '@dosar/kernel';
import { answered, isTaken, openMongo } from '../mongodb';
import { applierTo } from './mongodb-apply';
import { audienceId, collectionsOf, nameOf, type RowDocument } from './mongodb-collections';
import { fieldOf, filterOf, sortOf } from './mongodb-query';

/** So long it is believed that a version is the one to read. */
const BELIEVED_MS = 500;
const SHOWN = { json: 1, position: 1 } as const;

/**
 * Views in a database of MongoDB.
 * @param together whether batches are written in transactions; by default, when the server has them
 * @throws CannotStart
 */
export const mongoReadStore = async (url: string, together?: boolean): Promise<ReadStore> => {
  const mongo = await openMongo(url, 'DOSAR_MONGODB_URL');
  const collections = collectionsOf(mongo.db);
  const { views, audiences, rows } = collections;
  const left = new Map<string, Position | null>();
  const settledAt = new Map<string, number>();
  const apply = applierTo(collections, mongo, together ?? mongo.transactions, left);

  const viewOf = (spec: ViewSpec) => views.findOne({ _id: { $eq: nameOf(spec) } });

  /** The version to read: this one, or the older one while this one is being filled. */
  const readable = async (spec: ViewSpec): Promise<string> => {
    const own = nameOf(spec);
    if (Date.now() - (settledAt.get(own) ?? 0) < BELIEVED_MS) return own;
    const versions = await views.find({ view: { $eq: spec.view } }).toArray();
    if (versions.some(({ _id, settled }) => settled && _id === own)) {
      settledAt.set(own, Date.now());
      return own;
    }
    const other = versions.find(({ settled }) => settled);
    if (!other) return own;
    if (other.version > spec.version)
      throw new Unavailable(`the view ${spec.view} is kept in a newer version than this process knows`);
    return other._id;
  };

  /** Reads where the view is read; again when that has changed meanwhile, since older versions go. */
  const reading = async <T>(spec: ViewSpec, read: (name: string) => Promise<T>): Promise<T> => {
    for (let name = await readable(spec); ;) {
      const found = await read(name);
      const now = name === nameOf(spec) ? name : await readable(spec);
      if (now === name) return found;
      name = now;
    }
  };
  const read = <T>(spec: ViewSpec, ask: (name: string) => Promise<T>) => answered(reading(spec, ask));

  const settle = async (spec: ViewSpec) => {
    const own = nameOf(spec);
    for (const columns of spec.indexes)
      await rows(own).createIndex([...columns, 'id'].map((name) => fieldOf(spec, name)));
    await views.updateOne({ _id: { $eq: own } }, { $set: { settled: true } });
    settledAt.set(own, Date.now());
    const older = await views.find({ view: { $eq: spec.view }, _id: { $ne: own } }).toArray();
    for (const { _id: name } of older) {
      await rows(name)
        .drop()
        .catch(() => undefined);
      await audiences.deleteMany({ name: { $eq: name } });
      await views.deleteOne({ _id: { $eq: name } });
    }
  };

  const rowsBy = (read: <T>(spec: ViewSpec, ask: (name: string) => Promise<T>) => Promise<T>): RowReads => ({
    get: (spec, id) =>
      read(spec, async (name) => {
        const found = await rows(name).findOne({ _id: { $eq: id } }, { projection: SHOWN });
        return found && rowOf(found);
      }),
    find(spec, { where, order = [], limit = Infinity, skip = 0 }) {
      if (limit === 0) return Promise.resolve([]);
      return read(spec, async (name) => {
        const found = rows(name)
          .find(filterOf(spec, where), { projection: SHOWN })
          .sort(sortOf(spec, order))
          .skip(skip);
        return (await found.limit(limit === Infinity ? 0 : limit).toArray()).map(rowOf);
      });
    },
    bySubject: (spec, subject) =>
      read(spec, async (name) => {
        const found = rows(name)
          .find({ subjects: { $eq: subject } }, { projection: SHOWN })
          .sort({ _id: 1 });
        return (await found.toArray()).map(rowOf);
      }),
  });

  return {
    ...rowsBy(read),
    own: rowsBy((spec, ask) => answered(ask(nameOf(spec)))),
    async open(specs) {
      await answered(audiences.createIndex({ name: 1 }));
      for (const spec of specs) {
        const { view, version } = spec;
        const anew = { $setOnInsert: { view, version, position: null, settled: false } };
        const making = views.updateOne({ _id: { $eq: nameOf(spec) } }, anew, { upsert: true });
        // another process may make room for it at the same time
        await answered(making.catch((error) => (isTaken(error) ? undefined : Promise.reject(error as Error))));
        await answered(rows(nameOf(spec)).createIndex({ subjects: 1, _id: 1 }));
      }
    },
    count: (spec, where) => read(spec, async (name) => Number(await rows(name).countDocuments(filterOf(spec, where)))),
    async position(spec) {
      const position = (await answered(viewOf(spec)))?.position ?? null;
      left.set(nameOf(spec), position);
      return position;
    },
    async settled(spec) {
      const known = Date.now() - (settledAt.get(nameOf(spec)) ?? 0) < BELIEVED_MS;
      return known || ((await answered(viewOf(spec)))?.settled ?? false);
    },
    audience: (spec, audience) =>
      read(spec, async (name) => {
        const found = await audiences.findOne({ _id: { $eq: audienceId(name, audience) } });
        return found?.position ?? null;
      }),
    apply: (batches, upTo) => answered(apply(batches, upTo)),
    settle: (spec) => answered(settle(spec)),
    close: mongo.close,
  };
};

const rowOf = ({ _id, json, position }: Pick<RowDocument, '_id' | 'json' | 'position'>): Row => ({
  id: _id,
  json,
  position,
});
