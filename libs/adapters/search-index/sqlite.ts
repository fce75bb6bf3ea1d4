import { foreignIn, placeIn, standingsOf, Unavailable, type EventStore } from '@dosar/kernel/runtime';
import type { SearchIndex, SearchState, SearchUnread } from '@dosar/search';
import { addColumn, atomically, checkpoint, openSqlite, type Sqlite } from '../sqlite';
import { searches } from './sqlite-search';
import {
  documentIn,
  createVersion,
  documentsOf,
  dropOtherFormats,
  dropVersion,
  numberOf,
  SCHEMA,
  scopeTerm,
  termsOf,
  WAITS,
} from './sqlite-tables';
import { wordsIn, type Words } from './sqlite-words';
import { writing, type StoredDocument } from './sqlite-write';
import { statementsOf, type Statements } from './statements';

type Log = Pick<EventStore, 'head' | 'at'>;

const openIndex = (file: string): Sqlite => {
  const db = openSqlite(file, { durability: 'NORMAL' });
  db.exec(SCHEMA);
  addColumn(db, 'versions', 'leaf', 'TEXT');
  // ids are random: what they are found by is kept in memory
  db.exec('PRAGMA cache_size = -16000');
  return db;
};

type VersionRow = {
  readonly version: bigint;
  readonly position: bigint | null;
  readonly leaf: string | null;
  readonly settled: bigint;
};
const versionsIn = (db: Sqlite): readonly VersionRow[] => {
  const select = db.prepare('SELECT * FROM versions');
  select.setReadBigInts(true);
  return select.all() as VersionRow[];
};

/** What was read inside documents goes with them: a document of the same id may have had other bytes in the other log. */
const dropForeign = async (db: Sqlite, log: Log): Promise<SearchState['dropped']> => {
  const all = versionsIn(db);
  const standings = await standingsOf(log, all.map(placeIn));
  for (const [at, { version }] of all.entries()) if (standings[at] !== 'same') dropVersion(db, Number(version));
  const found = foreignIn(standings);
  if (found) db.exec('DELETE FROM texts');
  return found;
};

/** Empties an index that was not made from this log: it is filled anew. */
export const dropForeignSearch = async (file: string, log: Log): Promise<SearchState['dropped']> => {
  const db = openIndex(file);
  try {
    return await dropForeign(db, log);
  } finally {
    db.close();
  }
};

const stateOf = (db: Sqlite, version: number): SearchState => {
  createVersion(db, version);
  const { position, leaf, settled } = versionsIn(db).find((each) => Number(each.version) === version)!;
  return { position, leaf, isSettled: settled === 1n };
};

/** Whose documents are in that state, from one owner to the next, however many documents each has. */
const ownersOf = (version: number, state: SearchUnread): string => {
  const next = `SELECT min(owner) FROM ${documentsOf(version)} WHERE waits = ${WAITS[state]}`;
  return `WITH RECURSIVE waiting (owner) AS (
      ${next} UNION ALL SELECT (${next} AND owner > waiting.owner) FROM waiting WHERE waiting.owner IS NOT NULL
    ) SELECT key FROM waiting JOIN owners ON owners.n = waiting.owner`;
};

/** What is asked of the version that is filled, beside searches. */
const reading = ({ prepared }: Statements, own: () => number) => ({
  keys: async () =>
    (prepared('SELECT key FROM owners UNION SELECT key FROM texts').all() as { key: string }[]).map(({ key }) => key),
  async ofScope(scope: string) {
    const all = documentsOf(own());
    const terms = termsOf(own());
    const kinds = prepared(`SELECT DISTINCT kind FROM ${all}`).all() as { kind: string }[];
    if (kinds.length === 0) return [];
    const wanted = kinds.flatMap(({ kind }) => [true, false].map((isDeleted) => scopeTerm(kind, isDeleted, scope)));
    const found = prepared(
      `SELECT n, json FROM ${all} WHERE n IN (SELECT rowid FROM ${terms} WHERE ${terms} MATCH ?)`,
    ).all(`scope : (${wanted.join(' OR ')})`) as StoredDocument[];
    return found.map(documentIn);
  },
  async unreadKeys(state: SearchUnread) {
    return (prepared(ownersOf(own(), state)).all() as { key: string }[]).map(({ key }) => key);
  },
  async unread(state: SearchUnread, most: number, key?: string) {
    const ofKey = key === undefined ? '' : 'AND owner = (SELECT n FROM owners WHERE key = ?)';
    const sql = `SELECT json FROM ${documentsOf(own())} WHERE waits = ${WAITS[state]} ${ofKey} ORDER BY n DESC LIMIT ?`;
    const found = prepared(sql).all(...(key === undefined ? [] : [key]), most) as StoredDocument[];
    return found.map(documentIn).map(({ id, content }) => ({ id, content: content! }));
  },
});

/** Removes erased text from the file for good: from segments of FTS5, the vocabulary, free pages and the write-ahead log. */
const eraseTraces = (db: Sqlite, words: Words, versions: readonly number[]): void => {
  for (const version of versions) db.exec(`INSERT INTO ${termsOf(version)} (${termsOf(version)}) VALUES ('optimize')`);
  words.forgetUnsaid(versions);
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

/** In one transaction; after a rollback the caches are dropped, too, since they may hold what was not written. */
const orForget = (db: Sqlite, work: () => void, forget: () => void): void => {
  try {
    atomically(db, work);
  } catch (error) {
    forget();
    throw error;
  }
};

/** Moves the checkpoint of a version forward, never back. */
const MOVE = 'UPDATE versions SET position = ?, leaf = ? WHERE version = ? AND ifnull(position, -1) < ?';

/**
 * An index in one SQLite file. Whoever fills it is the only one; others search in the file.
 * @param log an index that was not made from it is empty once it is opened
 */
export const sqliteSearchIndex = (file: string, log?: Log): SearchIndex => {
  const db = openIndex(file);
  dropOtherFormats(db);
  const statements = statementsOf(db);
  const { prepared } = statements;
  const words = wordsIn(db, statements);
  const documents = writing(statements, words);
  let own = 0;
  const versions = () =>
    (prepared('SELECT version FROM versions').all() as { version: number }[]).map(({ version }) => version);
  /** Drops what is cached: before tables change, and after a rollback. */
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
      forget();
      const dropped = log && (await dropForeign(db, log));
      return { ...stateOf(db, own), ...(dropped && { dropped }) };
    },
    get: async (id) => documents.get(own, id),
    ofKey: async (key) => documents.ofKey(own, key),
    async put(writes, { position, leaf }) {
      write(() => {
        for (const { id, document } of writes)
          if (document) documents.write(own, document);
          else documents.take(own, id);
        prepared(MOVE).run(position, leaf, own, position);
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
