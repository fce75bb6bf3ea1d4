import type { SearchDocument, SearchUnread } from '@dosar/search';
import type { Sqlite } from '../sqlite';
import { asWritten } from '../sqlite-damage';
import { formatOf, numbered, parsed } from './stored-documents';
import { remembered } from './remembered';

/** Raised when these tables change: an index that was filled otherwise is then filled anew. */
const FORMAT = 4;
export const numberOf = (version: number): number => numbered(version, FORMAT);
/** SQL: versions that were filled into tables of this format. */
export const SAME_FORMAT = `${formatOf('version')} = ${FORMAT}`;

/**
 * `texts`, `words` (with whose document said one first) and `owners` (whose keys documents are sealed with) are of all
 * versions: filling a version anew does not read every document again. `vocabulary` is the former name of `words`.
 */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS versions (
    version INTEGER PRIMARY KEY, position INTEGER, settled INTEGER NOT NULL DEFAULT 0, leaf TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS texts (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, state TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS texts_key ON texts (key);
  DROP TABLE IF EXISTS vocabulary;
  CREATE TABLE IF NOT EXISTS words (n INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE, owner INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS owners (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE) STRICT;
`;

/** What a document waits for, as a number of its row; 0: nothing. */
export const WAITS = { waiting: 1, scanned: 2, given_up: 3 } as const satisfies Record<SearchUnread, number>;
export const waitsIn = (state: string): number => (state in WAITS ? WAITS[state as SearchUnread] : 0);

export const documentsOf = (version: number): string => `documents_${version}`;
export const termsOf = (version: number): string => `terms_${version}`;

/** Words come folded, with blanks between them: nothing is left for a tokenizer to decide. */
const TERMS = `USING fts5(scope, title, notes, text, stems, content='', contentless_delete=1, prefix='2 3', tokenize='ascii')`;
/** A word of a title says more than one in a text; the scope says nothing. */
const RANK = 'bm25(0, 10, 4, 1, 0.5)';
/** So many parts of one size become one: more parts are written less often, and looked through by each search. */
const MERGED = 6;

export const createVersion = (db: Sqlite, version: number): void => {
  const documents = documentsOf(version);
  const terms = termsOf(version);
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${documents} (
      n INTEGER PRIMARY KEY, mark INTEGER NOT NULL, id TEXT NOT NULL, owner INTEGER NOT NULL,
      json TEXT NOT NULL, waits INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, created TEXT NOT NULL,
      updated TEXT NOT NULL, size INTEGER
    ) STRICT;
    CREATE INDEX IF NOT EXISTS ${documents}_mark ON ${documents} (mark);
    CREATE INDEX IF NOT EXISTS ${documents}_waiting ON ${documents} (owner, n) WHERE waits = ${WAITS.waiting};
    CREATE INDEX IF NOT EXISTS ${documents}_scanned ON ${documents} (owner, n) WHERE waits = ${WAITS.scanned};
    CREATE INDEX IF NOT EXISTS ${documents}_given_up ON ${documents} (owner, n) WHERE waits = ${WAITS.given_up};
    CREATE VIRTUAL TABLE IF NOT EXISTS ${terms} ${TERMS};
    INSERT INTO ${terms} (${terms}, rank) VALUES ('rank', '${RANK}'), ('automerge', ${MERGED});
  `);
  db.prepare('INSERT INTO versions (version) VALUES (?) ON CONFLICT DO NOTHING').run(version);
};

/** What was filled with other tables is never searched again. */
export const dropOtherFormats = (db: Sqlite): void => {
  const others = db.prepare(`SELECT version FROM versions WHERE NOT ${SAME_FORMAT}`).all() as { version: number }[];
  for (const { version } of others) dropVersion(db, version);
};

export const dropVersion = (db: Sqlite, version: number): void => {
  db.exec(`DROP TABLE IF EXISTS ${documentsOf(version)}; DROP TABLE IF EXISTS ${termsOf(version)}`);
  db.prepare('DELETE FROM versions WHERE version = ?').run(version);
};

/**
 * A number of 32 bits in which ids rarely agree (FNV-1a): ids are random, so an index of them is written all over, and one
 * of numbers is a fifth as large.
 */
export const markOf = (id: string): number => {
  let mark = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) mark = Math.imul(mark ^ id.charCodeAt(at), 0x01000193);
  return mark | 0;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A scope as a term of letters and digits: `client:<id>` is one that no other scope is. */
const { of: scoped } = remembered(10_000, (scope) => {
  const kind = scope.slice(0, scope.indexOf(':') + 1);
  const id = scope.slice(scope.indexOf(':') + 1);
  const written = UUID.test(id) ? id.replaceAll('-', '') : `x${Buffer.from(id).toString('hex')}`;
  return `${kind.slice(0, -1)}0${written}`;
});

/**
 * Who may find which kind, deleted or not, is one term: what nobody asks for is never looked at. It begins with a digit,
 * so that it is no word of the vocabulary.
 */
export const scopeTerm = (kind: string, isDeleted: boolean, scope: string): string =>
  `0${kind}${isDeleted ? 1 : 0}${scoped(scope)}`;

/** Whose key it is, by its number, is a term as well: an index beside the words would be written all over. */
export const ownerTerm = (owner: number): string => `1${owner}`;

export const scopeTermsOf = ({ kind, isDeleted, scopes }: SearchDocument): string =>
  scopes.map((scope) => scopeTerm(kind, isDeleted, scope)).join(' ');

/** The document of a row. @throws as SQLite does when a page of it is empty */
export const documentIn = ({ json }: { readonly json: string }): SearchDocument => parsed({ json: asWritten(json) });
