import type { Meilisearch } from 'meilisearch';
import type { EventStore } from '@dosar/kernel/runtime';
import type { SearchDocument, SearchIndex, SearchText, SearchUnread, SearchWrite } from '@dosar/search';
import { storedText, numbered, parsed } from '../stored-documents';
import { ofDocument, ofText, textRowOf, type StoredTextRow } from './meilisearch-documents';
import { among, quoted } from './meilisearch-filter';
import { each, knownIn, textsIn, type Row } from './meilisearch-stored';
import { meilisearchSearches } from './meilisearch-search';
import { answered, clientOf, done, namesOf, orNull } from './meilisearch-server';
import { versions } from './meilisearch-versions';
import type { MeilisearchPlace } from './meilisearch-place';

/** Raised when documents are written otherwise: an index that was filled before is then filled anew. */
const FORMAT = 3;

/** Documents in one request: each may hold hundreds of kilobytes, and a server takes no request of more than 100 MB. */
const AT_ONCE = 20;
const inRequests = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) => rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

type Versions = ReturnType<typeof versions>;

/** What is asked of the version that is filled, beside searches. */
const reading = (client: Meilisearch, { name: own, all }: Versions, texts: string) => {
  const get = async (id: string): Promise<SearchDocument | null> => {
    const row = await orNull(client.index<Row>(own()).getDocument(id, { fields: ['json'] }));
    return row?.json === undefined ? null : parsed(row);
  };
  return {
    get,
    ofKey: async (key: string) =>
      (await each<Row>(client, own(), `key = ${quoted(key)} AND kind EXISTS`, ['json'])).map(parsed),
    ofScope: async (scope: string) =>
      (await each<Row>(client, own(), `scopes = ${quoted(scope)} AND kind EXISTS`, ['json'])).map(parsed),
    /** Also of other versions, and of texts: they outlive the documents of a version. */
    async keys() {
      const asked = [...(await all()), texts].map((name) =>
        orNull(client.index(name).search('', { facets: ['key'], limit: 0 })),
      );
      const found = (await Promise.all(asked)).flatMap((each) => Object.keys(each?.facetDistribution?.['key'] ?? {}));
      return [...new Set(found)];
    },
    async unreadKeys(state: SearchUnread) {
      const asked = { filter: `state = ${quoted(state)}`, facets: ['key'], limit: 0 };
      const { facetDistribution } = await answered(client.index<Row>(own()).search('', asked));
      return Object.keys(facetDistribution?.['key'] ?? {});
    },
    async unread(state: SearchUnread, most: number, key?: string) {
      const ofKey = key === undefined ? [] : [`key = ${quoted(key)}`];
      const waiting = { filter: [`state = ${quoted(state)}`, ...ofKey], sort: ['number:desc'] };
      const asked = { ...waiting, limit: most, attributesToRetrieve: ['json'] };
      const { hits } = await answered(client.index<Row>(own()).search('', asked));
      return hits.map((row) => parsed(row)).map(({ id, content }) => ({ id, content: content! }));
    },
  };
};

/** The last write of each, since all of them become one. */
const lastOf = (writes: readonly SearchWrite[]) => [...new Map(writes.map((write) => [write.id, write])).values()];

/** The documents as they are kept: each has the number that it got first. */
const rowsOf = async (
  client: Meilisearch,
  [own, texts]: readonly [string, string],
  documents: readonly SearchDocument[],
  first: number,
) => {
  let next = first;
  const ids = documents.map(({ id }) => id);
  const before = await knownIn(client, own, ids);
  const fresh = documents.filter(({ id, content }) => content && !before.has(id)).map(({ id }) => id);
  const isCarried = ({ id, key }: SearchDocument) => before.has(id) && before.get(id)!.key !== key;
  const carried = documents.filter(isCarried).map(({ id, key }) => ({ id, key }));
  const known = await textsIn(client, texts, fresh);
  const rows = documents.map((document) => {
    const number = before.get(document.id)?.number;
    if (number !== undefined) {
      // another process may have numbered it
      next = Math.max(next, number);
      return ofDocument(document, number);
    }
    return { ...ofDocument(document, (next += 1)), ...ofText(document.content, known.get(document.id)) };
  });
  return { rows, next, carried };
};

/**
 * Writes what was read inside a document. The server adds what it is given to a document that is gone by then, so that it is
 * looked at again afterwards: tasks of the server are done one after another, and whoever takes documents out takes their
 * texts last. So either they take this text, too, or it is seen here that they have taken the document. What a process
 * leaves that ends in between is found by its key like all else.
 */
const textWriting =
  (
    client: Meilisearch,
    { name: own, searched, all }: Versions,
    { texts, get }: { texts: string; get: SearchIndex['get'] },
  ) =>
  async (id: string, text: SearchText): Promise<void> => {
    const document = await get(id);
    if (!document) return;
    const kept = storedText(text);
    await done(client.index<StoredTextRow>(texts).updateDocuments([textRowOf(document, kept)]));
    const rowIn = (name: string) => orNull(client.index<Row>(name).getDocument(id, { fields: ['id', 'json'] }));
    for (const name of new Set([own(), (await searched())?.index ?? own()])) {
      if (!(await rowIn(name))) continue;
      const { key } = document;
      await done(client.index(name).updateDocuments([{ id, key, ...ofText(document.content, kept) }]));
      if ((await rowIn(name))?.json !== undefined) continue;
      // an index that is gone would be there again
      if ((await all()).includes(name))
        await done(client.index(name).deleteDocuments({ filter: `${among('id', [id])} AND kind NOT EXISTS` }));
    }
    if (!(await get(id))) await done(client.index(texts).deleteDocument(id));
  };

/**
 * The index in Meilisearch. What is put is done when it can be searched. Several processes may fill it at once: each leaves
 * out what another has put already, and opens it again when it has become another index.
 * @param log an index that was not made from it is filled anew
 */
export const meilisearchIndex = (place: MeilisearchPlace, log: Pick<EventStore, 'head' | 'at'>): SearchIndex => {
  const client = clientOf(place);
  const names = namesOf(place);
  const { texts } = names;
  const opened = versions(client, names, log);
  const read = reading(client, opened, texts);

  return {
    ...read,
    open: (version) => opened.open(numbered(version, FORMAT)),
    async put(writes, upTo) {
      const last = lastOf(writes);
      const gone = last.flatMap(({ id, document }) => (document ? [] : [id]));
      const documents = last.flatMap(({ document }) => document ?? []);
      const kept = await opened.kept();
      // another process has put it
      if (kept.position !== null && BigInt(kept.position) >= upTo.position) return opened.move(kept);
      const own = opened.name();
      const { rows, next, carried } = await rowsOf(client, [own, texts], documents, kept.next);
      // texts last: whoever puts one meanwhile sees that the document is gone
      if (gone.length > 0) for (const name of [own, texts]) await done(client.index(name).deleteDocuments(gone));
      await done(...inRequests(rows).map((some) => client.index(own).updateDocuments(some)));
      // what was read inside those that were carried to another key goes with them
      const texted = await textsIn(
        client,
        texts,
        carried.map(({ id }) => id),
      );
      const moved = carried.filter(({ id }) => texted.has(id));
      if (moved.length > 0) await done(client.index(texts).updateDocuments(moved));
      // written last: what is put again after a crash is the same
      const after = { ...kept, position: String(upTo.position), leaf: upTo.leaf, next };
      await done(client.index(own).updateDocuments([after]));
      opened.move(after);
    },
    settle: opened.settle,
    async remove(key) {
      const filter = `key = ${quoted(key)}`;
      // texts last: whoever puts one meanwhile sees that the document is gone
      const all = [...(await opened.all()), texts];
      for (const name of all) await done(client.index(name).deleteDocuments({ filter }));
      // pages that are free stay as they were in its files until those are written anew
      for (const name of all) await done(client.index(name).compact());
    },
    putText: textWriting(client, opened, { texts, get: read.get }),
    search: meilisearchSearches(place),
    close: async () => {},
  };
};
