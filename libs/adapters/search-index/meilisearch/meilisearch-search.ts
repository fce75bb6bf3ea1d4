import type { Meilisearch } from 'meilisearch';
import { Unavailable } from '@dosar/kernel/runtime';
import {
  answersTo,
  behindOf,
  excerptFrom,
  isNear,
  readingsOf,
  relatedTo,
  SEARCH_TOTAL,
  togetherIn,
  wordsOf,
  type SearchDocument,
  type SearchFound,
  type SearchHit,
  type SearchIndex,
  type SearchQuery,
  type Segment,
  type SearchTerm,
} from '@dosar/search';
import { parsed } from '../stored-documents';
import { askingWithRights } from './meilisearch-access';
import type { StoredTextRow, Shown } from './meilisearch-documents';
import { among, filterOf, isNothing, rightsOf } from './meilisearch-filter';
import { found } from './meilisearch-found';
import { answered, clientOf, isAbsent, namesOf, orNull } from './meilisearch-server';
import { indexesIn, positionIn, searchedIn, type Searched } from './meilisearch-versions';
import type { MeilisearchPlace } from './meilisearch-place';
import { MOST_FOUND } from './meilisearch-settings';
import { questionsOf } from './meilisearch-words';

type Readings = ReturnType<typeof readingsOf>;

const NOTHING: SearchFound = { hits: [], total: 0, isMore: false };
/** What is known before it is asked for. */
const findsNothing = (query: SearchQuery) => isNothing(query) || query.skip >= MOST_FOUND;

/** Words of what was found that are the wanted one but for typos. */
const nearIn = (want: SearchTerm, texts: readonly string[]): ReadonlySet<string> => {
  if ('phrase' in want || want.typos === 0) return new Set();
  const words = new Set(
    [...texts.flatMap(wordsOf), ...togetherIn(texts)].flatMap((word) => [word, ...relatedTo(word)]),
  );
  return new Set([...words].filter((word) => !/\p{N}/u.test(word) && isNear(word, want.word, want.typos)));
};

const excerptOf = ({ title, notes }: SearchDocument, text: string, readings: Readings): readonly Segment[] => {
  const answersOf = (want: SearchTerm) => answersTo(want, nearIn(want, [title, ...notes, text]));
  const answers = readings.map((wanted) => wanted.map(answersOf));
  return excerptFrom({ title, notes, text }, answers);
};

/** The documents as they are shown: what was read inside is asked for only where nothing else answers. */
const shown = async (
  client: Meilisearch,
  { index, texts }: { readonly index: string; readonly texts: string },
  ids: readonly string[],
  readings: Readings,
): Promise<SearchHit[]> => {
  if (ids.length === 0) return [];
  const of = { filter: among('id', ids), limit: ids.length };
  const { results } = await client.index<Shown>(index).getDocuments<Shown>({ ...of, fields: ['id', 'json', 'state'] });
  const rows = new Map(results.map(({ id, json, state }) => [id, { document: parsed({ json }), state }]));
  const isInside = ({ document, state }: { document: SearchDocument; state: string }) =>
    (state === 'read' || state === 'cut') &&
    readings.some(({ length }) => length > 0) &&
    !excerptOf(document, '', readings).some(({ hit }) => hit);
  const inside = [...rows.values()].filter(isInside).map(({ document }) => document.id);
  const read =
    inside.length === 0
      ? null
      : await orNull(
          client
            .index<StoredTextRow>(texts)
            .getDocuments<StoredTextRow>({ filter: among('id', inside), limit: inside.length, fields: ['id', 'text'] }),
        );
  const textOf = new Map(read?.results.map(({ id, text }) => [id, text]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const { kind, key, title } = row.document;
    return { id, kind, key, title, text: row.state, excerpt: excerptOf(row.document, textOf.get(id) ?? '', readings) };
  });
};

/** Questions to the server, each with a token that opens only what whoever asks may find. */
export const meilisearchSearches = (place: MeilisearchPlace): SearchIndex['search'] => {
  const names = namesOf(place);
  const own = clientOf(place);
  const askWith = askingWithRights(place, own);

  const behindIn = async (index: string, isSettled: boolean, query: SearchQuery) => {
    if (query.least === undefined) return {};
    const position = await positionIn(own, index);
    const behind = behindOf(query, { position, isFilled: false });
    // whether another one is being filled is only asked of one that is behind
    const isOnly = behind.behind && isSettled && (await indexesIn(own, names)).length === 1;
    return isOnly ? behindOf(query, { position, isFilled: true }) : behind;
  };

  const searchIn = async ({ index, isSettled }: Searched, query: SearchQuery): Promise<SearchFound> => {
    // before it is asked: what comes meanwhile is not said to be there
    const behind = await behindIn(index, isSettled, query);
    if (findsNothing(query)) return { ...NOTHING, ...behind };
    const rights = rightsOf(query);
    const filter = `${rights} AND ${filterOf(query)}`;
    const readings = readingsOf(query.text);
    const questions = questionsOf(readings);
    const { ids, total } = await askWith({ index, filter: rights }, (client) =>
      found(client, index, query, { questions, filter }),
    );
    const hits = await shown(own, { index, texts: names.texts }, ids, readings);
    return { hits, total: Math.min(total, SEARCH_TOTAL), isMore: total > SEARCH_TOTAL, ...behind };
  };

  const search = async (query: SearchQuery): Promise<SearchFound> => {
    if (findsNothing(query) && query.least === undefined) return NOTHING;
    for (let before = ''; ;) {
      const now = await searchedIn(own, names);
      if (!now) throw new Unavailable('no documents were ever indexed');
      const { index } = now;
      try {
        return await searchIn(now, query);
      } catch (error) {
        // another one was filled meanwhile, and has taken its place
        if (!isAbsent(error) || index === before) throw error;
        before = index;
      }
    }
  };
  return (query) => answered(search(query));
};
