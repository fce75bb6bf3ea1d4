import { appendLeaf, compactRange, leafHash, rootOf } from '@dosar/kernel/log/merkle';
import { atomically, checkpoint, openSqlite, type Sqlite } from '../sqlite';
import { lastPosition, rowAt } from './sqlite-faults';
import { faultOf, type LogRow } from './sqlite-row';
import type { Known } from './verified';

/** Records taken from an older copy, and records left alone because nothing proves which text is right. */
export type Repaired = { readonly taken: readonly number[]; readonly left: readonly number[] };

const TRIGGERS = `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`;

type Candidate = { readonly row: LogRow; readonly isSure: boolean };

/** The copy's record at that position, and whether the leaf stored here proves that it is the one written. */
const candidateOf = (copy: Sqlite, position: number, here: LogRow | null): Candidate | null => {
  const row = rowAt(copy, position);
  if (!row || faultOf(row) !== null) return null;
  const leaf = here?.leaf;
  return { row, isSure: leaf !== undefined && leafHash(row.text).equals(leaf) };
};

/** The records to take: all damaged ones and, where the whole log differs, all that differ in the copy. */
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

/** Whether the log with these records has the known root. */
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
  // also removes a record that is in its place, or the same revision elsewhere
  db.prepare('DELETE FROM records WHERE position = ? OR (stream = ? AND revision = ?)').run(position, key, revision);
  db.prepare('INSERT INTO records (position, stream, revision, leaf, text) VALUES (?, ?, ?, ?, ?)').run(
    position,
    key,
    revision,
    leafHash(text),
    text,
  );
};

/** Writes only these records, in one transaction that drops and restores the triggers which make the log append-only. */
const write = (db: Sqlite, rows: readonly LogRow[]) =>
  atomically(db, () => {
    const triggers = db.prepare(TRIGGERS).all() as { readonly name: string; readonly sql: string }[];
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    for (const row of rows) put(db, row);
    for (const { sql } of triggers) db.exec(sql);
  });

/**
 * Repairs records from an older copy of a damaged log. A text is proved right by its leaf, which is still in the log, or by
 * the known root in the vault.
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
