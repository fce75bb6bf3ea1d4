import type { Place } from '@dosar/kernel/runtime';
import type { SearchDocument } from './document';
import {
  behindOf,
  SEARCH_TOTAL,
  textStateOf,
  type SearchFacets,
  type SearchIndex,
  type SearchQuery,
  type SearchText,
  type SearchWhere,
} from './search-index';
import { answersTo, excerptFrom, type Answers } from './excerpts';
import { togetherIn } from './groups';
import { readingsOf, type SearchTerm } from './query-terms';
import { isNear, relatedTo, wordsOf } from './words';

type Kept = {
  readonly document: SearchDocument;
  readonly fields: readonly (readonly string[])[];
  /** What is written in groups, together, and what is related to it. */
  readonly together: ReadonlySet<string>;
};
type Version = { readonly documents: Map<string, Kept>; place: Place | null; isSettled: boolean };

const valuesOf = ({ facets }: SearchDocument, name: string): readonly (string | null)[] =>
  [facets[name] ?? null].flat();
const has = (document: SearchDocument, wanted: SearchFacets = {}): boolean =>
  Object.entries(wanted).every(([name, values]) => valuesOf(document, name).some((value) => values.includes(value)));

const isWithin = <T extends string | number>(
  value: T | null,
  { from, below }: { readonly from?: T; readonly below?: T } = {},
): boolean => {
  if (from === undefined && below === undefined) return true;
  return value !== null && (from === undefined || value >= from) && (below === undefined || value < below);
};

const fits = (document: SearchDocument, where: SearchWhere): boolean =>
  has(document, where.facets) &&
  isWithin(document.size, where.size) &&
  isWithin(document.sum, where.sum) &&
  isWithin(document.createdAt, where.createdAt) &&
  (where.any ?? []).every((either) => either.some((each) => fits(document, each)));

const SORTED_BY = {
  relevance: ({ createdAt }: SearchDocument) => createdAt,
  created: ({ createdAt }: SearchDocument) => createdAt,
  updated: ({ updatedAt }: SearchDocument) => updatedAt,
  name: ({ title }: SearchDocument) => wordsOf(title).join(' '),
  size: ({ size }: SearchDocument) => size ?? -1,
};

/** Of those that have the facet one of each value. */
const oneOfEachIn = (documents: readonly SearchDocument[], facet: string): SearchDocument[] =>
  [...new Map(documents.map((each) => [valuesOf(each, facet).join(), each]))].flatMap(([value, each]) =>
    value === '' ? [] : each,
  );

const isFitting = (document: SearchDocument, { scopes, kinds, deleted, where }: SearchQuery): boolean =>
  document.scopes.some((scope) => scopes.includes(scope)) &&
  kinds.some(({ kind, facets }) => kind === document.kind && has(document, facets)) &&
  (deleted === 'with' || document.isDeleted === (deleted === 'only')) &&
  fits(document, where);

const nearTo = (want: SearchTerm, all: readonly Kept[]): Set<string> => {
  if ('phrase' in want || want.typos === 0) return new Set();
  const known = new Set(
    all.flatMap(({ fields, together }) => [
      ...together,
      ...fields.flat().flatMap((word) => [word, ...relatedTo(word)]),
    ]),
  );
  return new Set([...known].filter((word) => !/\p{N}/u.test(word) && isNear(word, want.word, want.typos)));
};

type Wanted = { readonly want: SearchTerm; readonly near: ReadonlySet<string>; readonly answers: Answers };

const isAnswered = ({ fields, together }: Kept, { want, near, answers }: Wanted): boolean => {
  if (!('phrase' in want))
    return (
      fields.some((words) => words.some(answers)) ||
      [want.word, ...want.related, ...near].some((form) => together.has(form))
    );
  const phrase = ` ${want.phrase.join(' ')} `;
  return fields.some((words) => ` ${words.join(' ')} `.includes(phrase));
};

const ordered =
  ({ sort, order }: SearchQuery) =>
  (one: SearchDocument, other: SearchDocument) => {
    const a = SORTED_BY[sort](one);
    const b = SORTED_BY[sort](other);
    const by = a < b ? -1 : a > b ? 1 : 0;
    return order === 'asc' ? by : -by;
  };

const found = (all: readonly Kept[], query: SearchQuery) => {
  const readings = readingsOf(query.text).map((wanted) =>
    wanted.map((want): Wanted => {
      const near = nearTo(want, all);
      return { want, near, answers: answersTo(want, near) };
    }),
  );
  const documents = all
    .filter(({ document }) => isFitting(document, query))
    .filter((each) => readings.some((wanted) => wanted.every((part) => isAnswered(each, part))))
    .map(({ document }) => document);
  const { oneOfEach } = query;
  const each = oneOfEach === undefined ? documents : oneOfEachIn(documents, oneOfEach);
  return {
    documents: each.sort(ordered(query)),
    readings: readings.map((wanted) => wanted.map(({ answers }) => answers)),
  };
};

/** The texts read inside documents, by id. */
class Texts {
  readonly all = new Map<string, SearchText & { readonly key: string }>();

  of(id: string): string {
    const read = this.all.get(id);
    return read && 'text' in read ? read.text : '';
  }
  stateOf({ content, id }: SearchDocument): string {
    const read = this.all.get(id);
    if (!content) return 'none';
    return read ? textStateOf(read) : 'waiting';
  }
  kept(document: SearchDocument): Kept {
    const read = this.all.get(document.id);
    // a document carried over to another key keeps its text
    if (read && read.key !== document.key) this.all.set(document.id, { ...read, key: document.key });
    const texts = [document.title, ...document.notes, this.of(document.id)];
    const together = new Set(togetherIn(texts).flatMap((word) => [word, ...relatedTo(word)]));
    return { document, fields: texts.map(wordsOf), together };
  }
}

const empty = (): Version => ({ documents: new Map(), place: null, isSettled: false });

/** The version searched while another one is being filled. */
const searchedOf = (versions: ReadonlyMap<number, Version>, open: number): Version => {
  const all = [...versions.values()];
  const own = versions.get(open);
  return (own?.isSettled ? own : (all.find(({ isSettled }) => isSettled) ?? all[0])) ?? empty();
};

/** Documents whose texts are still to be read. */
const reading = (
  documents: () => readonly SearchDocument[],
  texts: Texts,
): Pick<SearchIndex, 'unread' | 'unreadKeys'> => {
  const inState = (state: string) => documents().filter((document) => texts.stateOf(document) === state);
  return {
    unreadKeys: async (state) => [...new Set(inState(state).map(({ key }) => key))],
    unread: async (state, most, wanted) =>
      inState(state)
        .filter(({ key }) => wanted === undefined || key === wanted)
        .map(({ id, content }) => ({ id, content: content! }))
        .reverse()
        .slice(0, most),
  };
};

/** The index in memory, for tests: each search looks at every document. */
export const memorySearchIndex = (): SearchIndex => {
  const versions = new Map<number, Version>();
  const texts = new Texts();
  let open = 0;
  const own = () => versions.get(open)!;
  const documents = () => [...own().documents.values()].map(({ document }) => document);

  return {
    async open(version) {
      open = version;
      if (!versions.has(version)) versions.set(version, empty());
      const { place, isSettled } = own();
      return { position: place?.position ?? null, leaf: place?.leaf ?? null, isSettled };
    },
    get: async (id) => own().documents.get(id)?.document ?? null,
    ofKey: async (wanted) => documents().filter(({ key }) => key === wanted),
    ofScope: async (wanted) => documents().filter(({ scopes }) => scopes.includes(wanted)),
    async put(writes, upTo) {
      for (const { id, document } of writes)
        if (document) own().documents.set(id, texts.kept(document));
        else if (own().documents.delete(id)) texts.all.delete(id);
      own().place = upTo;
    },
    async settle() {
      own().isSettled = true;
      for (const version of [...versions.keys()]) if (version !== open) versions.delete(version);
    },
    async remove(key) {
      for (const version of versions.values())
        for (const [id, { document }] of version.documents) if (document.key === key) version.documents.delete(id);
      for (const [id, text] of texts.all) if (text.key === key) texts.all.delete(id);
    },
    keys: async () => [...new Set([...documents(), ...texts.all.values()].map(({ key }) => key))],
    ...reading(documents, texts),
    async putText(id, text) {
      const before = own().documents.get(id);
      if (!before) return;
      texts.all.set(id, { ...text, key: before.document.key });
      for (const version of versions.values()) {
        const one = version.documents.get(id);
        if (one) version.documents.set(id, texts.kept(one.document));
      }
    },
    async search(query) {
      const { documents: kept, place } = searchedOf(versions, open);
      const isFilled = [...versions.values()].every(({ isSettled }) => isSettled);
      const behind = behindOf(query, { position: place?.position ?? null, isFilled });
      const { documents: all, readings } = found([...kept.values()], query);
      const hits = all.slice(query.skip, query.skip + query.limit).map((document) => ({
        id: document.id,
        kind: document.kind,
        key: document.key,
        title: document.title,
        text: texts.stateOf(document),
        excerpt: excerptFrom({ ...document, text: texts.of(document.id) }, readings),
      }));
      return { hits, total: Math.min(all.length, SEARCH_TOTAL), isMore: all.length > SEARCH_TOTAL, ...behind };
    },
    close: async () => {},
  };
};
