import { Damaged, fewerRecords, rewritten } from '@dosar/kernel/damage';
import { eventIdOf } from '@dosar/kernel/ids';
import { appendLeaf, compactRange, leafHash, rootOf } from '@dosar/kernel/merkle';
import { mustBeKnown } from '@dosar/kernel/record-format';
import type { Sqlite } from '../sqlite';
import type { Known } from './verified';

/** A row of the log as it lies there; its leaf is what was written, if it was not changed, too. */
export type LogRow = {
  readonly position: number;
  readonly name: string | null;
  readonly revision: number;
  readonly leaf: Uint8Array;
  readonly text: string;
};

/** What is wrong with records of a log: one cause, and at which positions. */
export type Fault = { readonly what: string; readonly positions: readonly number[] };

type Face = {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly command: { readonly id: string };
};

const ROWS = `SELECT position, name, revision, leaf, text FROM records LEFT JOIN streams ON key = stream`;

export const rowAt = (db: Sqlite, position: number): LogRow | null => {
  try {
    return (db.prepare(`${ROWS} WHERE position = ?`).get(position) as LogRow | undefined) ?? null;
  } catch {
    return null; // its page cannot be read: it is as if it was not there
  }
};

export const lastPosition = (db: Sqlite): number =>
  (db.prepare('SELECT max(position) AS position FROM records').get() as { position: number | null }).position ?? 0;

/** The cause for which a row is not what was written; null: it is. */
export const faultOf = ({ name, revision, leaf, text }: LogRow): string | null => {
  if (name === null) return 'are of no stream that is known';
  if (!leafHash(text).equals(leaf)) return 'are not what was written';
  try {
    const face = JSON.parse(text) as Face;
    mustBeKnown(face);
    if (face.stream !== name || face.revision !== revision) return 'stand in another place than they were written to';
    return face.id === eventIdOf(face.command.id, name, revision)
      ? null
      : 'have an id that does not follow from their command and place';
  } catch (error) {
    return error instanceof Damaged ? 'are of a form that this version does not know' : 'cannot be read';
  }
};

/** All that is wrong with a log, as far as it can be told from itself and from what was known of it. */
export const faultsIn = (db: Sqlite, known: Known | null): readonly Fault[] => {
  const found = new Map<string, number[]>();
  const add = (what: string, position: number) => found.set(what, [...(found.get(what) ?? []), position]);
  const range = compactRange();
  const end = Math.max(lastPosition(db), known?.size ?? 0);
  const last = lastPosition(db);
  let isCounted = true;
  let isOther = false;
  for (let position = 1; position <= Math.min(end, last); position += 1) {
    const row = rowAt(db, position);
    const fault = row === null ? 'are missing' : faultOf(row);
    if (fault !== null) add(fault, position);
    // of what is missing nobody knows the leaf
    isCounted &&= row !== null;
    if (row && isCounted) appendLeaf(range, row.leaf.length === 32 ? Buffer.from(row.leaf) : leafHash(row.text));
    if (isCounted && range.size === known?.size) isOther = rootOf(range).toString('base64') !== known.root;
  }
  return [
    ...[...found].map(([what, positions]) => ({ what: `${positions.length} records ${what}`, positions })),
    ...(known && last < known.size ? [{ what: fewerRecords(known.size, last), positions: [] }] : []),
    ...(known && isOther ? [{ what: rewritten(known.size), positions: [] }] : []),
  ];
};
