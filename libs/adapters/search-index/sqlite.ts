import {
  Unavailable,
  type Position,
  type SearchIndex,
  type SearchState,
  type SearchUnread,
} from '@dosar/kernel/runtime';
import { atomically, checkpoint, openSqlite, type Sqlite } from '../sqlite';
import { parsed } from './kept';
import { searches } from './sqlite-search';
import {
  createVersion,
  documentsOf,
  dropOtherFormats,
  dropVersion,
  numberOf,
  SCHEMA,
  termsOf,
  WAITS,
} from './sqlite-tables';
import { wordsIn, type Words } from './sqlite-words';
import { writing, type Kept } from './sqlite-write';
import { statementsOf, type Statements } from './statements';

const openIndex = (file: string): Sqlite => {
  const db = openSqlite(file, { durability: 'NORMAL' });
  db.exec(SCHEMA);
  // ids are random: what they are found by is kept in memory
  db.exec('PRAGMA cache_size = -16000');
  return db;
};

const dropAhead = (db: Sqlite, head: bigint): void => {
  const ahead = db.prepare('SELECT version FROM versions WHERE position > ?').all(head) as { version: number }[];
  for (const { version } of ahead) dropVersion(db, version);
};

/** Empties an index that is further than the log: it is filled anew. */
export const dropSearchAhead = (file: string, head: bigint): void => {
  const db = openIndex(file);
  dropAhead(db, head);
  db.close();
};

const stateOf = (db: Sqlite, version: number, head?: bigint): SearchState => {
  if (head !== undefined) dropAhead(db, head);
  createVersion(db, version);
  const select = db.prepare('SELECT position, settled FROM versions WHERE version = ?');
  select.setReadBigInts(true);
  const { position, settled } = select.get(version) as { position: bigint | null; settled: bigint };
  return { position, isSettled: settled === 1n };
};

/** What is asked of the version that is filled, beside searches. */
const reading = ({ prepared }: Statements, own: () => number) => ({
  keys: async () =>
    (prepared('SELECT key FROM owners UNION SELECT key FROM texts').all() as { key: string }[]).map(({ key }) => key),
  async unread(state: SearchUnread, most: number) {
    const sql = `SELECT json FROM ${documentsOf(own())} WHERE waits = ${WAITS[state]} ORDER BY n DESC LIMIT ?`;
    return (prepared(sql).all(most) as Kept[]).map(parsed).map(({ id, content }) => ({ id, content: content! }));
  },
});

/** Nothing of what was taken out stays in the file, neither as words nor as what a file keeps of what it has given up. */
const eraseTraces = (db: Sqlite, words: Words, versions: readonly number[]): void => {
  for (const version of versions) db.exec(`INSERT INTO ${termsOf(version)} (${termsOf(version)}) VALUES ('optimize')`);
  words.relearn(versions);
  db.exec('VACUUM');
  checkpoint(db);
};

const asked =
  (search: ReturnType<typeof searches>): SearchIndex['search'] =>
  async (query) => {
    try {
      return search(query);
    } catch (error) {
      throw new Unavailable(`the documents cannot be searched: ${(error as Error).message}`);
    }
  };

/** All of it, or nothing and no memory of it. */
const orForget = (db: Sqlite, work: () => void, forget: () => void): void => {
  try {
    atomically(db, work);
  } catch (error) {
    forget();
    throw error;
  }
};

/**
 * An index in one SQLite file. Whoever fills it is the only one; others search in the file.
 * @param headOf of the log: an index that is further than it is empty once it is opened
 */
export const sqliteSearchIndex = (file: string, headOf?: () => Promise<Position | null>): SearchIndex => {
  const db = openIndex(file);
  dropOtherFormats(db);
  const statements = statementsOf(db);
  const { prepared } = statements;
  const words = wordsIn(db, statements);
  const documents = writing(statements, words);
  let own = 0;
  const versions = () =>
    (prepared('SELECT version FROM versions').all() as { version: number }[]).map(({ version }) => version);
  /** Tables change, or what was written was taken back: what is remembered of them holds no more. */
  const forget = () => {
    statements.forget();
    documents.forget();
    words.forget();
  };
  const write = (work: () => void) => orForget(db, work, forget);

  return {
    ...reading(statements, () => own),
    async open(version) {
      own = numberOf(version);
      const head = headOf && ((await headOf()) ?? -1n);
      forget();
      return stateOf(db, own, head);
    },
    get: async (id) => documents.get(own, id),
    ofKey: async (key) => documents.ofKey(own, key),
    async put(writes, upTo) {
      write(() => {
        for (const { id, document } of writes)
          if (document) documents.write(own, document);
          else documents.take(own, id);
        prepared('UPDATE versions SET position = max(ifnull(position, 0), ?) WHERE version = ?').run(upTo, own);
      });
    },
    async settle() {
      forget();
      write(() => {
        prepared('UPDATE versions SET settled = 1 WHERE version = ?').run(own);
        for (const version of versions()) if (version !== own) dropVersion(db, version);
      });
    },
    async remove(key) {
      write(() => {
        documents.takeAll(versions(), key);
      });
      forget();
      eraseTraces(db, words, versions());
    },
    async putText(id, text) {
      const document = documents.get(own, id);
      if (document) write(() => documents.writeText(versions(), document, text));
    },
    search: asked(searches(db)),
    async close() {
      forget();
      checkpoint(db);
      db.close();
    },
  };
};
