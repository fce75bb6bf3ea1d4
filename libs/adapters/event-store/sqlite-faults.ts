import { fewerRecords, rewritten } from '@dosar/kernel/model/damage';
import { appendLeaf, compactRange, leafHash, rootOf } from '@dosar/kernel/log/merkle';
import type { Sqlite } from '../sqlite';
import { faultOf, type LogRow, type RowFault } from './sqlite-row';
import type { Known } from './verified';

/** A fault of a log: one cause, and its positions. */
export type Fault = { readonly what: string; readonly positions: readonly number[] };

/** The wording for damaged records. */
const SAID: Readonly<Record<RowFault, string>> = {
  stream: 'are of no stream that is known',
  text: 'are not what was written',
  form: 'are of a form that this version does not know',
  place: 'stand in another place than they were written to',
  id: 'have an id that does not follow from their command and place',
};

const ROWS = `SELECT position, name, revision, leaf, text FROM records LEFT JOIN streams ON key = stream`;

export const rowAt = (db: Sqlite, position: number): LogRow | null => {
  try {
    return (db.prepare(`${ROWS} WHERE position = ?`).get(position) as LogRow | undefined) ?? null;
  } catch {
    return null; // an unreadable page counts as missing records
  }
};

export const lastPosition = (db: Sqlite): number =>
  (db.prepare('SELECT max(position) AS position FROM records').get() as { position: number | null }).position ?? 0;

/** All faults of a log that can be seen in itself and by comparing it with its known head. */
export const faultsIn = (db: Sqlite, known: Known | null): readonly Fault[] => {
  const found = new Map<string, number[]>();
  const add = (what: string, position: number) => {
    if (!found.has(what)) found.set(what, []);
    found.get(what)!.push(position);
  };
  const range = compactRange();
  const end = Math.max(lastPosition(db), known?.size ?? 0);
  const last = lastPosition(db);
  let isCounted = true;
  let isOther = false;
  for (let position = 1; position <= Math.min(end, last); position += 1) {
    const row = rowAt(db, position);
    const wrong = row && faultOf(row);
    if (row === null) add('are missing', position);
    else if (wrong) add(SAID[wrong.fault], position);
    // the leaf of a missing record is unknown
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
