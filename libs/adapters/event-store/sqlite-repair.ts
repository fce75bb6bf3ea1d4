import { appendLeaf, compactRange, leafHash, rootOf } from '@dosar/kernel/log/merkle';
import { atomically, checkpoint, openSqlite, type Sqlite } from '../sqlite';
import { lastPosition, rowAt } from './sqlite-faults';
import { faultOf, type LogRow } from './sqlite-row';
import type { Known } from './verified';

/** What was taken from an older copy, and what was not, since nothing tells that its text is the right one. */
export type Repaired = { readonly taken: readonly number[]; readonly left: readonly number[] };

const TRIGGERS = `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`;

type Candidate = { readonly row: LogRow; readonly isSure: boolean };

/** The record of the copy at that place, and whether its leaf here says that it is the one that was written. */
const candidateOf = (copy: Sqlite, position: number, here: LogRow | null): Candidate | null => {
  const row = rowAt(copy, position);
  if (!row || faultOf(row) !== null) return null;
  const leaf = here?.leaf;
  return { row, isSure: leaf !== undefined && leafHash(row.text).equals(leaf) };
};

/** Which records are to be taken: all that are not what was written, and, where the whole differs, all that the copy has otherwise. */
const wanted = (log: Sqlite, copy: Sqlite, known: Known | null, isWholeOther: boolean) => {
  const all = new Map<number, Candidate | null>();
  const end = Math.max(lastPosition(log), Math.min(lastPosition(copy), known?.size ?? 0));
  for (let position = 1; position <= end; position += 1) {
    const here = rowAt(log, position);
    const isFaulty = here === null || faultOf(here) !== null;
    const candidate = isFaulty || isWholeOther ? candidateOf(copy, position, here) : null;
    const isOther = candidate !== null && candidate.row.text !== here?.text;
    if (isFaulty || isOther) all.set(position, candidate);
  }
  return all;
};

/** Whether the log with these records is, up to what was known, what was known. */
const isKnownWith = (log: Sqlite, taken: ReadonlyMap<number, Candidate | null>, known: Known | null): boolean => {
  if (known === null) return false;
  const range = compactRange();
  for (let position = 1; position <= known.size; position += 1) {
    const text = taken.get(position)?.row.text ?? rowAt(log, position)?.text;
    if (text === undefined) return false;
    appendLeaf(range, leafHash(text));
  }
  return rootOf(range).toString('base64') === known.root;
};

const put = (db: Sqlite, { position, name, revision, text }: LogRow) => {
  const find = db.prepare('SELECT key FROM streams WHERE name = ?');
  const add = db.prepare('INSERT INTO streams (name) VALUES (?) RETURNING key');
  const { key } = (find.get(name) ?? add.get(name)) as { key: number };
  // what stands there instead, or elsewhere in its place
  db.prepare('DELETE FROM records WHERE position = ? OR (stream = ? AND revision = ?)').run(position, key, revision);
  db.prepare('INSERT INTO records (position, stream, revision, leaf, text) VALUES (?, ?, ?, ?, ?)').run(
    position,
    key,
    revision,
    leafHash(text),
    text,
  );
};

/** Writes these records alone; the log is append-only again before anybody can see it. */
const write = (db: Sqlite, rows: readonly LogRow[]) =>
  atomically(db, () => {
    const triggers = db.prepare(TRIGGERS).all() as { readonly name: string; readonly sql: string }[];
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    for (const row of rows) put(db, row);
    for (const { sql } of triggers) db.exec(sql);
  });

/**
 * Takes single records from an older copy of a log that is not what was written. What tells that a text is the right one is its
 * leaf, which still stands in the log, or the root of the whole, which the vault knows.
 */
export const repairLog = (file: string, from: string, known: Known | null): Repaired => {
  const log = openSqlite(file, { durability: 'FULL' });
  const copy = openSqlite(from, { durability: 'NORMAL', readOnly: true, journal: 'any' });
  try {
    const faulty = wanted(log, copy, known, false);
    const isKnown = isKnownWith(log, faulty, known);
    const all = isKnown || faulty.size > 0 ? faulty : wanted(log, copy, known, true);
    const isProven = isKnown || isKnownWith(log, all, known);
    const taken = [...all].flatMap(([position, found]) => {
      const isRight = found && (found.isSure || (isProven && position <= known!.size));
      return isRight ? [{ ...found.row, position }] : [];
    });
    write(log, taken);
    checkpoint(log);
    const positions = taken.map(({ position }) => position);
    return { taken: positions, left: [...all.keys()].filter((position) => !positions.includes(position)) };
  } finally {
    copy.close();
    log.close();
  }
};
