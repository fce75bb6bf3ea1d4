// Finding documents by their words, against the same texts in a bare FTS5 table and the same questions to it.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { aRandom } from '../rel/fuzz/random.mjs';
import { percentile } from '../percentile.mjs';

const CLIENTS = 1_000;
const WORDS = 20_000;
const BATCH = 1_000;
const ASKED = 300;
const WARM = 30;

const CONSONANTS = 'bcdfghjlmnprstvz';
const VOWELS = 'aaeeiou';
const one = (random, letters) => letters[Math.floor(random() * letters.length)];
const aWord = (random) =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => one(random, CONSONANTS) + one(random, VOWELS)).join('') +
  (random() < 0.5 ? one(random, CONSONANTS) : '');

/** Short documents of a thousand clients, of words some of which are everywhere and most nearly nowhere. */
const anArchive = () => {
  const { next: random } = aRandom(7);
  const words = [...new Set(Array.from({ length: WORDS }, () => aWord(random)))];
  const pick = () => words[Math.floor(words.length * random() ** 3)];
  const clients = Array.from({ length: CLIENTS }, () => randomUUID());
  const document = (at) => {
    const client = clients[Math.floor(random() * CLIENTS)];
    const title = `${pick()} ${pick()} ${pick()} ${at} ${pick()} ${pick()}.pdf`;
    return {
      id: randomUUID(),
      kind: 'file',
      key: `client:${client}`,
      scopes: ['all', 'firm:f', `client:${client}`],
      title,
      notes: [],
      content: null,
      isDeleted: false,
      size: at,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      facets: { mimeType: 'application/pdf', processState: 'new' },
    };
  };
  return { random, pick, clients, document };
};

const bareTable = (file) => {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  db.exec('CREATE TABLE documents (n INTEGER PRIMARY KEY, json TEXT NOT NULL)');
  db.exec(`CREATE VIRTUAL TABLE terms USING fts5(scope, words, content='', contentless_delete=1, prefix='2 3')`);
  const row = db.prepare('INSERT INTO documents (json) VALUES (?)');
  const terms = db.prepare('INSERT INTO terms (rowid, scope, words) VALUES (?, ?, ?)');
  const page = db.prepare('SELECT rowid FROM terms WHERE terms MATCH ? ORDER BY rank LIMIT 20');
  const count = db.prepare('SELECT count(*) FROM (SELECT 1 FROM terms WHERE terms MATCH ? LIMIT 1001)');
  return {
    put(documents) {
      db.exec('BEGIN');
      for (const each of documents) {
        const { lastInsertRowid } = row.run(JSON.stringify(each));
        terms.run(lastInsertRowid, each.scopes.map((scope) => scope.replace(/\W/g, '')).join(' '), each.title);
      }
      db.exec('COMMIT');
    },
    ask({ scopes, words, isBeginning }) {
      const scope = scopes.map((each) => `"${each.replace(/\W/g, '')}"`).join(' OR ');
      const asked = words
        .map((word, at) => `"${word}"${isBeginning && at === words.length - 1 ? '*' : ''}`)
        .join(' AND ');
      const match = `scope : (${scope}) AND words : (${asked})`;
      page.all(match);
      count.all(match);
    },
    close: () => db.close(),
  };
};

const timed = async (questions, ask) => {
  const times = [];
  for (const question of questions) {
    const begun = performance.now();
    await ask(question);
    times.push(performance.now() - begun);
  }
  const warm = times.slice(WARM);
  return {
    p50: percentile(warm, 0.5),
    p99: percentile(warm, 0.99),
    mean: warm.reduce((all, each) => all + each, 0) / warm.length,
  };
};

/** Documents a second into each, and what questions to each take, by who asks. */
export const benchSearch = async (folder, load, count) => {
  const { sqliteSearchIndex } = await load('search-index');
  const { sqliteSearches } = await load('search-thread');
  const { random, pick, clients, document } = anArchive();
  const file = join(folder, 'search.db');
  const index = sqliteSearchIndex(file);
  await index.open(1);
  const bare = bareTable(join(folder, 'bare-search.db'));
  const seconds = { own: 0, bare: 0 };
  for (let from = 0; from < count; from += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => document(from + place));
    let begun = performance.now();
    bare.put(documents);
    seconds.bare += (performance.now() - begun) / 1_000;
    begun = performance.now();
    await index.put(
      documents.map((each) => ({ id: each.id, document: each })),
      { position: BigInt(from + 1), leaf: '' },
    );
    seconds.own += (performance.now() - begun) / 1_000;
  }
  await index.settle();

  const searches = sqliteSearches(file);
  const some = (many) => Array.from({ length: many }, () => clients[Math.floor(random() * CLIENTS)]);
  const callers = {
    'a client’s user': () => some(1).map((id) => `client:${id}`),
    'an accountant of 20 clients': () => some(20).map((id) => `client:${id}`),
    'an administrator': () => ['all'],
  };
  const page = {
    kinds: [{ kind: 'file' }],
    deleted: 'without',
    where: {},
    sort: 'relevance',
    order: 'desc',
    skip: 0,
    limit: 20,
  };
  const asked = [];
  for (const [who, scopesOf] of Object.entries(callers))
    for (const isBeginning of [false, true]) {
      const questions = Array.from({ length: ASKED + WARM }, () => {
        const words = [pick(), pick()];
        return { scopes: scopesOf(), words: isBeginning ? [words[0], words[1].slice(0, 4)] : words, isBeginning };
      });
      const floor = await timed(questions, bare.ask);
      // a word after the last one keeps it from being a beginning; in quotes it has neither endings nor typos
      const text = ({ words }) => (isBeginning ? words.join(' ') : words.map((word) => `"${word}"`).join(' '));
      const own = await timed(questions, (each) => searches.search({ ...page, text: text(each), scopes: each.scopes }));
      asked.push({ who, isBeginning, own, floor });
    }
  const forgiving = await timed(
    Array.from({ length: ASKED + WARM }, () => ({
      words: [pick(), pick()],
      scopes: some(1).map((id) => `client:${id}`),
    })),
    ({ words, scopes }) => searches.search({ ...page, text: words.join(' '), scopes }),
  );
  await searches.close();
  await index.close();
  bare.close();
  return { indexed: { own: count / seconds.own, bare: count / seconds.bare }, asked, forgiving };
};
