import type { IndexDescription } from 'mongodb';
import { mustKeepAsBefore, type ReadStore, type ViewSpec } from '@dosar/kernel/runtime';
import { answered, isNowhere, isTaken, type Mongo } from '../mongodb';
import { complete, takeOver } from './mongodb-apply';
import { nameOf, type Collections, type ViewDocument } from './mongodb-collections';
import { FORGETTING, formerIndexesOf, indexesOf, type IndexKey } from './mongodb-query';

/** An index that takes longer is reported, again each time that much has passed. */
const TOLD_AFTER_MS = 5_000;

/** Creates and deletes versions of views. */
export const versionsOf = (
  mongo: Mongo,
  collections: Collections,
  onFinding: (what: string) => void,
): Pick<ReadStore, 'open' | 'settle' | 'drop'> => {
  const { views, parts, audiences, rows, former } = collections;

  /** Reports the duration of long work. */
  const telling = async (what: string, work: Promise<unknown>): Promise<void> => {
    const began = Date.now();
    const telling = setInterval(
      () => onFinding(`${what} for ${Math.round((Date.now() - began) / 1000)} s`),
      TOLD_AFTER_MS,
    );
    await work.finally(() => clearInterval(telling));
  };

  const makeOwnIndexes = () =>
    telling(
      'the index of what concerns whom is being built',
      mongo.patiently((db) =>
        db
          .collection(views.collectionName)
          .createIndexes([{ key: { name: 1 } }, { key: { view: 1 } }], { commitQuorum: 'majority' }),
      ),
    );

  /**
   * Indexes are built before the first row: later they would hold up the filled view. Most members of a replica set are
   * enough: one that is down would block the build for ever.
   */
  const makeIndexes = (spec: ViewSpec, collection: string, indexes: IndexDescription[]) =>
    telling(
      `the indexes of the view ${spec.view} are being built`,
      mongo.patiently((db) => db.collection(collection).createIndexes(indexes, { commitQuorum: 'majority' })),
    );

  const hasIndexes = async (collection: string, indexes: readonly IndexDescription[]): Promise<boolean> => {
    const known = await answered(
      mongo.db
        .collection(collection)
        .listIndexes()
        .toArray()
        .catch((error: unknown) => (isNowhere(error) ? [] : Promise.reject(error as Error))),
    );
    const keys = new Set(known.map(({ key }) => JSON.stringify(key)));
    return indexes.every(({ key }) => keys.has(JSON.stringify(key)));
  };

  const collectionsWithIndexes = (spec: ViewSpec): [collection: string, indexes: IndexDescription[]][] => {
    const name = nameOf(spec);
    const asDescribed = (keys: readonly IndexKey[]) => keys.map((key) => ({ key }));
    const ofRows = [...asDescribed(indexesOf(spec)), FORGETTING];
    const all: [string, IndexDescription[]][] = [[rows(name).collectionName, ofRows]];
    return spec.keepsFormer ? [...all, [former(name).collectionName, asDescribed(formerIndexesOf(spec))]] : all;
  };

  const make = async (spec: ViewSpec) => {
    const { view, version } = spec;
    const anew = { $setOnInsert: { view, version, position: null, leaf: null, settled: false } };
    const making = views.updateOne({ _id: { $eq: nameOf(spec) } }, anew, { upsert: true });
    // another process may create it at the same time
    await answered(making.catch((error) => (isTaken(error) ? undefined : Promise.reject(error as Error))));
    for (const [collection, indexes] of collectionsWithIndexes(spec))
      if (!(await hasIndexes(collection, indexes))) await makeIndexes(spec, collection, indexes);
    const made = { $set: { indexed: true, keepsFormer: spec.keepsFormer === true } };
    await answered(views.updateOne({ _id: { $eq: nameOf(spec) } }, made));
  };

  /** Completes what a killed process has left unfinished. */
  const mend = async (view: ViewDocument) => {
    if (view.emptying) return empty(view._id);
    const pending = await takeOver(collections, view);
    if (pending) await complete(collections, [pending], 0);
  };

  const forget = async (name: string) => {
    for (const collection of [rows(name), former(name)])
      await answered(
        collection
          .drop()
          // after any other error, such as a new primary, the collection may still have its rows
          .catch((error: unknown) => (isNowhere(error) ? undefined : Promise.reject(error as Error))),
      );
    for (const collection of [audiences, parts]) await answered(collection.deleteMany({ name: { $eq: name } }));
  };

  /** While it is being emptied nothing in it is valid: a remaining row would be newer than those it is filled with. */
  const empty = async (name: string) => {
    const begin = { $set: { emptying: true, settled: false, pending: null, indexed: false } };
    await answered(views.updateOne({ _id: { $eq: name } }, begin));
    await forget(name);
    const end = { $set: { position: null, leaf: null, sum: null, emptying: false } };
    await answered(views.updateOne({ _id: { $eq: name } }, end));
  };

  const forgetOlder = async (spec: ViewSpec) => {
    const filter = { view: { $eq: spec.view }, version: { $lt: spec.version } };
    const older = await answered(views.find(filter, { projection: { _id: 1 } }).toArray());
    for (const { _id: name } of older) {
      await forget(name);
      await answered(views.deleteOne({ _id: { $eq: name } }));
    }
  };

  /** Deletes rows of views that nothing refers to any more after a crash: erasures would not reach them. */
  const forgetUnnamed = async () => {
    const beginnings = [rows(''), former('')].map(({ collectionName }) => collectionName);
    const found = await answered(mongo.db.listCollections({}, { nameOnly: true }).toArray());
    const named = new Set((await answered(views.find({}, { projection: { _id: 1 } }).toArray())).map(({ _id }) => _id));
    const all = beginnings.flatMap((beginning) =>
      found.flatMap(({ name }) => (name.startsWith(beginning) ? [name.slice(beginning.length)] : [])),
    );
    for (const name of new Set(all)) if (!named.has(name)) await forget(name);
  };

  return {
    async open(specs) {
      const known = await answered(views.find({ view: { $in: specs.map(({ view }) => view) } }).toArray());
      const own = new Map(known.map((view) => [view._id, view]));
      const isMade = (spec: ViewSpec) => {
        const { indexed, position, keepsFormer = false } = own.get(nameOf(spec)) ?? { position: null };
        mustKeepAsBefore(spec, { position, keepsFormer });
        return indexed === true && keepsFormer === (spec.keepsFormer === true);
      };
      if (!specs.every(isMade)) await makeOwnIndexes();
      for (const spec of specs) {
        const view = own.get(nameOf(spec));
        if (view) await mend(view);
        if (!isMade(spec)) await make(spec);
        const isOlderThere = known.some((each) => each.view === spec.view && each.version < spec.version);
        if (view?.settled && isOlderThere) await forgetOlder(spec);
      }
      await forgetUnnamed();
    },
    async settle(spec) {
      await answered(views.updateOne({ _id: { $eq: nameOf(spec) } }, { $set: { settled: true } }));
      await forgetOlder(spec);
    },
    async drop(spec) {
      await empty(nameOf(spec));
      await make(spec);
    },
  };
};
