// The indexes and the tasks that change them: one after another, each whole or not at all.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { filterOf } from './filter.mjs';
import { answeredBy, partsOf, tokenized } from './words.mjs';

export class Refused extends Error {
  constructor(status, code, message) {
    super(message);
    Object.assign(this, { status, code });
  }
}

const DEFAULTS = {
  searchableAttributes: ['*'],
  displayedAttributes: ['*'],
  filterableAttributes: [],
  sortableAttributes: [],
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness'],
  stopWords: [],
  synonyms: {},
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
    disableOnNumbers: false,
    disableOnWords: [],
    disableOnAttributes: [],
  },
  pagination: { maxTotalHits: 1_000 },
  faceting: { maxValuesPerFacet: 100 },
};
const ID = /^[A-Za-z0-9_-]{1,511}$/;
const ASKED = new Set([
  'q',
  'filter',
  'sort',
  'limit',
  'offset',
  'page',
  'hitsPerPage',
  'matchingStrategy',
  'attributesToRetrieve',
  'facets',
  'distinct',
  'indexUid',
  'showRankingScore',
]);

/** @param file keeps what was done, so that it is there after a kill; null: nothing is kept */
export const openIndexes = (file) => {
  const indexes = new Map();
  const tasks = [];

  const must = (uid) => {
    const index = indexes.get(uid);
    if (!index) throw new Refused(404, 'index_not_found', `Index \`${uid}\` not found.`);
    return index;
  };
  const make = (uid) => {
    if (!indexes.has(uid)) indexes.set(uid, { uid, settings: structuredClone(DEFAULTS), documents: new Map() });
    return indexes.get(uid);
  };
  const filterIn = ({ settings }, filter, code) => {
    const isFilterable = (name) =>
      settings.filterableAttributes.some((each) => each === name || name.startsWith(`${each}.`));
    try {
      return filterOf(filter, isFilterable);
    } catch (error) {
      throw new Refused(400, code, error.message);
    }
  };

  const WORK = {
    indexCreation({ uid }) {
      if (indexes.has(uid)) throw new Refused(409, 'index_already_exists', `Index \`${uid}\` already exists.`);
      make(uid);
    },
    indexDeletion: ({ uid }) => void indexes.delete(must(uid).uid),
    indexSwap({ swaps }) {
      for (const { indexes: pair } of swaps) {
        const [one, other] = pair.map(must);
        for (const part of ['settings', 'documents']) [one[part], other[part]] = [other[part], one[part]];
      }
    },
    settingsUpdate({ uid, settings }) {
      const index = make(uid);
      for (const [name, value] of Object.entries(settings)) {
        const before = index.settings[name];
        index.settings[name] = Array.isArray(value) || name === 'synonyms' ? value : { ...before, ...value };
      }
      for (const kept of index.documents.values()) delete kept.words;
    },
    documentAdditionOrUpdate({ uid, documents, isPartial }) {
      const wrong = documents.find(({ id }) => !ID.test(String(id ?? '')));
      if (wrong) throw new Refused(400, 'invalid_document_id', `Document identifier \`${wrong.id}\` is invalid.`);
      const index = make(uid);
      for (const document of documents) {
        const before = isPartial ? index.documents.get(String(document.id))?.document : undefined;
        index.documents.set(String(document.id), { document: { ...before, ...document } });
      }
    },
    /** Until then what was taken out stays in the file, as it does in the free pages of the real one. */
    indexCompaction({ uid }) {
      must(uid);
      if (!file) return;
      const lines = [...indexes.values()].flatMap((index) => [
        ['indexCreation', { uid: index.uid }],
        ['settingsUpdate', { uid: index.uid, settings: index.settings }],
        [
          'documentAdditionOrUpdate',
          { uid: index.uid, documents: [...index.documents.values()].map(({ document }) => document) },
        ],
      ]);
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    },
    documentDeletion({ uid, ids, filter }) {
      const index = must(uid);
      const isWanted = ids ? null : filterIn(index, filter, 'invalid_document_filter');
      for (const id of ids ?? [...index.documents.keys()])
        if (!isWanted || isWanted(index.documents.get(id).document)) index.documents.delete(String(id));
    },
  };
  const work = (type, what) => {
    WORK[type](what);
    if (file && type !== 'indexCompaction') appendFileSync(file, `${JSON.stringify([type, what])}\n`);
  };

  if (file && existsSync(file)) {
    // a line that a kill has cut is one that was not done
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    for (const line of lines) WORK[JSON.parse(line)[0]](JSON.parse(line)[1]);
  }

  let last = Promise.resolve();
  const enqueue = (type, what) => {
    const task = { uid: tasks.length, indexUid: what.uid ?? null, type, status: 'enqueued', error: null };
    tasks.push(task);
    const run = async () => {
      await new Promise((go) => setImmediate(go));
      try {
        work(type, what);
        task.status = 'succeeded';
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        Object.assign(task, { status: 'failed', error: { message: error.message, code: error.code } });
      }
    };
    last = last.then(run);
    return {
      taskUid: task.uid,
      indexUid: task.indexUid,
      status: 'enqueued',
      type,
      enqueuedAt: new Date().toISOString(),
    };
  };

  const picked = (document, fields) =>
    !fields || fields.includes('*')
      ? document
      : Object.fromEntries(Object.entries(document).filter(([name]) => fields.includes(name)));

  const ordered = ({ settings }, sort = []) => {
    const by = sort.map((each) => {
      const [, name, order] = /^(.+):(asc|desc)$/.exec(each) ?? [];
      if (!settings.sortableAttributes.includes(name))
        throw new Refused(400, 'invalid_search_sort', `Attribute \`${name}\` is not sortable.`);
      return [name, order === 'asc' ? 1 : -1];
    });
    return (one, other) => {
      for (const [name, way] of by) {
        const a = one.document[name];
        const b = other.document[name];
        // what has no value comes last in both ways
        if (a === b) continue;
        if (a === null || a === undefined) return 1;
        if (b === null || b === undefined) return -1;
        return (a < b ? -1 : 1) * way;
      }
      return one.typos - other.typos;
    };
  };

  /** The best of each value; what has no value stays. */
  const onlyDistinct = ({ settings }, found, name) => {
    if (!settings.filterableAttributes.some((each) => each === name || name.startsWith(`${each}.`)))
      throw new Refused(400, 'invalid_search_distinct', `Attribute \`${name}\` is not filterable.`);
    const seen = new Set();
    const best = found.filter(({ document }) => {
      const value = name.split('.').reduce((inner, part) => inner?.[part], document);
      return value === undefined || (!seen.has(String(value)) && seen.add(String(value)));
    });
    found.splice(0, found.length, ...best);
  };

  const search = (uid, asked, rule) => {
    const index = must(uid);
    const unknown = Object.keys(asked).find((name) => !ASKED.has(name));
    if (unknown) throw new Refused(400, 'bad_request', `Unknown field \`${unknown}\``);
    const {
      q = '',
      filter,
      sort,
      facets,
      distinct,
      attributesToRetrieve,
      showRankingScore,
      limit = 20,
      offset = 0,
      page,
      hitsPerPage,
    } = asked;
    const { searchableAttributes: attributes, typoTolerance, pagination, faceting } = index.settings;
    const isOpen = filterIn(index, rule?.filter, 'invalid_search_filter');
    const isWanted = filterIn(index, filter, 'invalid_search_filter');
    const parts = partsOf(q, typoTolerance);
    const found = [];
    for (const kept of index.documents.values()) {
      if (!isOpen(kept.document) || !isWanted(kept.document)) continue;
      kept.words ??= tokenized(kept.document, attributes.includes('*') ? Object.keys(kept.document) : attributes);
      const typos = answeredBy(kept.words, parts);
      if (typos !== null) found.push({ document: kept.document, typos });
    }
    found.sort(ordered(index, sort));
    if (distinct !== undefined) onlyDistinct(index, found, distinct);
    const total = Math.min(found.length, pagination.maxTotalHits);
    const isPaged = page !== undefined || hitsPerPage !== undefined;
    const most = isPaged ? (hitsPerPage ?? 20) : limit;
    const from = isPaged ? ((page ?? 1) - 1) * most : offset;
    const hits = found.slice(0, total).slice(from, from + most);
    const shownAs = ({ document, typos }) => ({
      ...picked(document, attributesToRetrieve),
      ...(showRankingScore && { _rankingScore: 1 / (1 + typos) }),
    });
    const counted = (name) => {
      const counts = {};
      for (const { document } of found)
        for (const value of [document[name] ?? []].flat()) counts[value] = (counts[value] ?? 0) + 1;
      return Object.fromEntries(Object.entries(counts).slice(0, faceting.maxValuesPerFacet));
    };
    return {
      hits: hits.map(shownAs),
      query: q,
      processingTimeMs: 1,
      ...(isPaged
        ? { page: page ?? 1, hitsPerPage: most, totalHits: total, totalPages: Math.ceil(total / Math.max(1, most)) }
        : { limit, offset, estimatedTotalHits: total }),
      ...(facets && { facetDistribution: Object.fromEntries(facets.map((name) => [name, counted(name)])) }),
    };
  };

  const fetch = (uid, { filter, ids, fields, limit = 20, offset = 0 }) => {
    const index = must(uid);
    const isWanted = filterIn(index, filter, 'invalid_document_filter');
    const all = [...index.documents.values()].map(({ document }) => document);
    const found = all.filter((each) => isWanted(each) && (!ids || ids.includes(each.id)));
    const results = found.slice(offset, offset + limit).map((each) => picked(each, fields));
    return { results, offset, limit, total: found.length };
  };
  const get = (uid, id, fields) => {
    const kept = must(uid).documents.get(id);
    if (!kept) throw new Refused(404, 'document_not_found', `Document \`${id}\` not found.`);
    return picked(kept.document, fields);
  };
  const shown = (uid) => ({ uid: must(uid).uid, primaryKey: 'id', createdAt: null, updatedAt: null });
  const list = (limit = 20, offset = 0) => ({
    results: [...indexes.keys()].slice(offset, offset + limit).map(shown),
    offset,
    limit,
    total: indexes.size,
  });
  const isSetting = (name) => name in DEFAULTS;
  const settings = (uid) => must(uid).settings;
  const task = (uid) => {
    if (!tasks[uid]) throw new Refused(404, 'task_not_found', `Task \`${uid}\` not found.`);
    return tasks[uid];
  };
  return { enqueue, search, fetch, get, list, shown, settings, isSetting, task };
};
