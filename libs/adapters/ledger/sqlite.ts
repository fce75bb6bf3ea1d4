import { existsSync } from 'node:fs';
import { indexOfTile, isLonger, TILE_WIDTH, type Ledger, type SignedHead } from '@dosar/kernel/runtime';
import { atomically, openSqlite, type Sqlite } from '../sqlite';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS heads (
    origin TEXT NOT NULL, number INTEGER NOT NULL, size INTEGER NOT NULL, root TEXT NOT NULL, position TEXT NOT NULL,
    at TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (origin, number)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS heads_by_size ON heads (origin, size);
  CREATE TABLE IF NOT EXISTS tiles (
    origin TEXT NOT NULL, name TEXT NOT NULL, hashes BLOB NOT NULL, PRIMARY KEY (origin, name)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS places (
    origin TEXT NOT NULL, first INTEGER NOT NULL, position INTEGER NOT NULL, positions BLOB NOT NULL,
    PRIMARY KEY (origin, first)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS places_by_position ON places (origin, position);
`;

type Row = Omit<SignedHead, 'position'> & { readonly position: string };
const headOf = (row: Row): SignedHead => ({ ...row, position: BigInt(row.position) });

/** Positions in eight bytes each. */
export const packed = (positions: readonly bigint[]): Buffer => {
  const bytes = Buffer.alloc(8 * positions.length);
  for (const [at, position] of positions.entries()) bytes.writeBigUInt64BE(position, 8 * at);
  return bytes;
};
export const unpacked = (bytes: Uint8Array): bigint[] => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 8 }, (_, at) => view.readBigUInt64BE(8 * at));
};

/** Heads and tiles in a file beside the log. @param readOnly for another thread or process than the sealer's */
export const sqliteLedger = (file: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): Ledger => {
  if (readOnly && !existsSync(file)) openLedger(file).close();
  const db = readOnly ? openSqlite(file, { durability: 'FULL', readOnly: true, journal: 'any' }) : openLedger(file);
  const select = 'SELECT origin, number, size, root, position, at, note FROM heads WHERE origin = ?';
  const newest = db.prepare(`${select} ORDER BY number DESC LIMIT 1`);
  const page = db.prepare(`${select} AND number < ? ORDER BY number DESC LIMIT ?`);
  const first = db.prepare(`${select} AND size >= ? ORDER BY size, number LIMIT 1`);
  const tile = db.prepare('SELECT hashes FROM tiles WHERE origin = ? AND name = ?');
  const place = db.prepare(
    'SELECT first, positions FROM places WHERE origin = ? AND position <= ? ORDER BY position DESC LIMIT 1',
  );
  const hashesOf = (origin: string, name: string) =>
    (tile.get(origin, name) as { hashes: Uint8Array } | undefined)?.hashes ?? null;
  return {
    newest: async (origin) => {
      const row = newest.get(origin) as Row | undefined;
      return row ? headOf(row) : null;
    },
    heads: async (origin, before, limit) =>
      (page.all(origin, before ?? Number.MAX_SAFE_INTEGER, limit) as Row[]).map(headOf),
    async covering(origin, size) {
      const row = first.get(origin, size) as Row | undefined;
      return row ? headOf(row) : null;
    },
    tiles: async (origin, names) => names.map((name) => hashesOf(origin, name)),
    async placed(origin, position) {
      const row = place.get(origin, Number(position)) as { first: number; positions: Uint8Array } | undefined;
      return row ? { first: row.first, positions: unpacked(row.positions) } : null;
    },
    ...writing(db, hashesOf),
    async close() {
      db.close();
    },
  };
};

const openLedger = (file: string): Sqlite => {
  const db = openSqlite(file, { durability: 'FULL' });
  db.exec(SCHEMA);
  return db;
};

const writing = (
  db: Sqlite,
  hashesOf: (origin: string, name: string) => Uint8Array | null,
): Pick<Ledger, 'putTiles' | 'release' | 'thin'> => {
  const putTile = db.prepare('INSERT OR REPLACE INTO tiles (origin, name, hashes) VALUES (?, ?, ?)');
  const putPlace = db.prepare('INSERT OR REPLACE INTO places (origin, first, position, positions) VALUES (?, ?, ?, ?)');
  const last = db.prepare('SELECT max(number) AS number FROM heads WHERE origin = ?');
  const put = db.prepare(
    'INSERT INTO heads (origin, number, size, root, position, at, note) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const thin = db.prepare(
    `DELETE FROM heads WHERE origin = ? AND at < ? AND number NOT IN
     (SELECT max(number) FROM heads WHERE origin = ? AND at < ? GROUP BY substr(at, 1, 13))`,
  );
  return {
    async putTiles(origin, tiles) {
      atomically(db, () => {
        for (const { name, hashes, positions } of tiles) {
          if (isLonger(hashesOf(origin, name), hashes)) continue;
          putTile.run(origin, name, hashes);
          if (positions) putPlace.run(origin, indexOfTile(name) * TILE_WIDTH, Number(positions[0]), packed(positions));
        }
      });
    },
    release: async ({ origin, number, size, root, position, at, note }) =>
      atomically(db, () => {
        if (((last.get(origin) as { number: number | null }).number ?? 0) >= number) return false;
        put.run(origin, number, size, root, String(position), at, note);
        return true;
      }),
    async thin(origin, before) {
      thin.run(origin, before, origin, before);
    },
  };
};
