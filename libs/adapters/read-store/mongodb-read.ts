import { batchLoader, Unavailable, type StoredRow, type RowReads, type ViewSpec } from '@dosar/kernel/runtime';
import type { Collection } from 'mongodb';
import { answered, each } from '../mongodb';
import { BARE, nameOf, type Collections, type RowOrTombstone, type RowDocument } from './mongodb-collections';
import { pastReader } from './mongodb-former';
import { filterOf, IS_THERE, sortOf } from './mongodb-query';

/** How long the version to read is cached. */
const BELIEVED_MS = 500;
const SHOWN = { json: 1, position: 1 } as const;

export type Asking = <T>(spec: ViewSpec, ask: (name: string) => Promise<T>) => Promise<T>;

/** Reads the version of a view that is to be read. */
export const readerOf = (collections: Collections) => {
  const { views, rows } = collections;
  const past = pastReader(collections);
  const settledAt = new Map<string, number>();

  const versionsOf = batchLoader(async (names) => {
    const found = await answered(views.find({ view: { $in: names } }, { projection: BARE }).toArray());
    return new Map(names.map((name) => [name, found.filter(({ view }) => view === name)]));
  });

  /** The version to read: this one, or the older one while this one is being filled. */
  const readable = async (spec: ViewSpec): Promise<string> => {
    const own = nameOf(spec);
    if (isBelieved(own)) return own;
    const versions = (await versionsOf(spec.view)) ?? [];
    settledAt.delete(own);
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
  const asked = new Map<string, Promise<string>>();
  /** The version to read, requested once for all concurrent callers: it is cached for longer than the request takes. */
  const stillReadable = (spec: ViewSpec): Promise<string> => {
    const own = nameOf(spec);
    const asking = asked.get(own) ?? readable(spec).finally(() => asked.delete(own));
    asked.set(own, asking);
    return asking;
  };
  const isBelieved = (own: string) => Date.now() - (settledAt.get(own) ?? 0) < BELIEVED_MS;

  /** Reads the current version of a view; again when it has changed meanwhile, since older versions are deleted. */
  const read: Asking = async (spec, ask) => {
    const own = nameOf(spec);
    if (settledAt.has(own)) {
      // a newer version deletes all rows of an older one: as long as there are rows, the version need not be checked
      const found = await ask(own);
      // if this version is still the one to read, an empty answer was right
      if (isBelieved(own) || !isNothing(found) || (await stillReadable(spec)) === own) return found;
    }
    for (let name = await readable(spec); ;) {
      const found = await ask(name);
      const now = name === own ? name : await readable(spec);
      if (now === name) return found;
      name = now;
    }
  };

  const getters = new Map<string, (id: string) => Promise<Found | null>>();
  const getting = (name: string) => {
    const known = getters.get(name) ?? batchLoader((ids) => rowsById(rows(name), ids));
    getters.set(name, known);
    return known;
  };

  const rowsBy = (asking: Asking): RowReads => ({
    get: (spec, id, at) =>
      asking(spec, async (name) => {
        if (at !== undefined) return past.get(name, spec, id, at);
        const found = await getting(name)(id);
        return found && rowOf(found);
      }),
    async find(spec, find, at) {
      if (at !== undefined) return asking(spec, (name) => past.find(name, spec, find, at));
      const { limit = Infinity, skip = 0 } = find;
      const filter = filterOf(spec, find);
      const sort = sortOf(spec, find);
      if (limit === 0) return [];
      return asking(spec, (name) => {
        const found = rows(name).find<Found>(filter, { projection: SHOWN }).sort(sort).skip(skip);
        return rowsOf(found.limit(limit === Infinity ? 0 : limit));
      });
    },
    bySubject: (spec, subject, at) =>
      asking(spec, (name) => {
        if (at !== undefined) return past.bySubject(name, spec, subject, at);
        const shown = rows(name).find<Found>({ subjects: { $eq: subject } }, { projection: SHOWN });
        return rowsOf(shown.sort({ _id: 1 }));
      }),
  });
  return { read, rowsBy, past };
};

const isNothing = (found: unknown) => found === null || found === 0 || (Array.isArray(found) && found.length === 0);

type Found = Pick<RowDocument, '_id' | 'json' | 'position'>;

const rowOf = ({ _id, json, position }: Found): StoredRow => ({ id: _id, json, position });

const rowsById = async (rows: Collection<RowOrTombstone>, ids: readonly string[]) => {
  const found = new Map<string, Found>();
  for await (const row of each(rows.find<Found>({ _id: { $in: ids }, ...IS_THERE }, { projection: SHOWN })))
    found.set(row._id, row);
  return found;
};

const rowsOf = async (cursor: Parameters<typeof each<Found>>[0]): Promise<StoredRow[]> => {
  const found: StoredRow[] = [];
  for await (const row of each(cursor)) found.push(rowOf(row));
  return found;
};
