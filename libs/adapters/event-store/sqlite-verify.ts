import { appendLeaf, compactRange, rootOf, type CompactRange } from '@dosar/kernel/log/merkle';
import { Damaged, fewerRecords, rewritten } from '@dosar/kernel/model/damage';
import type { Sqlite } from '../sqlite';
import { faultOf, type LogRow, type RowFault } from './sqlite-row';
import type { Known, Verified } from './verified';

type Row = LogRow & { readonly stream: number };

/** The wording for damaged records; an unknown form has its own. */
const SAID: Readonly<Record<Exclude<RowFault, 'form'>, string>> = {
  stream: 'its stream is not known',
  text: 'its text is not what was written',
  place: 'it stands in another place',
  id: 'its id does not follow from its command and its place',
};

/**
 * Compares stored records with what was written, from one place of the log on.
 * @param head the least position of its end, known to its writer
 */
export const verifier = (
  db: Sqlite,
  from: Verified | number,
  { known = null, head = () => 0 }: { readonly known?: Known | null; readonly head?: () => number } = {},
) => {
  const find = db.prepare(
    `SELECT position, stream, name, revision, leaf, text FROM records LEFT JOIN streams ON key = stream
     WHERE position > ? ORDER BY position LIMIT ?`,
  );
  const findPlace = db.prepare('SELECT position FROM records WHERE stream = ? AND revision = ?');
  const revisions = new Map<number, number>();
  let at = typeof from === 'number' ? from : from.at;
  /** The tree over all records can only be computed from the beginning. */
  const range: CompactRange | null = typeof from === 'number' && from > 0 ? null : compactRange();
  if (range && typeof from !== 'number') {
    range.size = from.at;
    range.roots.push(...from.roots.map((root) => Buffer.from(root, 'base64')));
  }

  const read = (after: number, count: number): Row[] => {
    try {
      return find.all(after, count) as Row[];
    } catch (error) {
      // a page cannot be read: look for the first record on it
      for (let each = after; count > 1 && each < after + count; each += 1) read(each, 1);
      throw new Damaged(`the record at position ${after + 1} cannot be read: ${(error as Error).message}`);
    }
  };

  /** Revisions of a stream rise by one with the position. */
  const mustFollow = ({ stream, revision, position }: Row, place: string) => {
    const before = revisions.get(stream);
    revisions.set(stream, revision);
    if (before !== undefined ? revision === before + 1 : revision === 0 || isBefore(stream, revision - 1, position))
      return;
    throw new Damaged(`${place} is damaged: it does not follow revision ${revision - 1} of its stream`);
  };
  const isBefore = (stream: number, revision: number, position: number) => {
    const found = findPlace.get(stream, revision) as { position: number } | undefined;
    return found !== undefined && found.position < position;
  };

  const verifyOne = (row: Row) => {
    const { position, name, revision, leaf } = row;
    const place = `the record at position ${position} (${name ?? 'of no stream'}, revision ${revision})`;
    const wrong = faultOf(row);
    if (wrong?.fault === 'form') throw new Damaged(`${place} is not one of this version: ${wrong.why}`);
    if (wrong) throw new Damaged(`${place} is damaged: ${SAID[wrong.fault]}`);
    mustFollow(row, place);
    if (range) appendLeaf(range, Buffer.from(leaf));
  };

  /** Checks that nothing is missing behind the last record. */
  const mustBeTheEnd = () => {
    if (known && at < known.size) throw new Damaged(fewerRecords(known.size, at));
    if (at < head()) throw new Damaged(`the record at position ${at + 1} is missing`);
  };

  return {
    /** Verifies that many more records. @returns false at the end of the log. @throws Damaged */
    next(count: number): boolean {
      const rows = read(at, count);
      for (const row of rows) {
        if (row.position !== at + 1) throw new Damaged(`the record at position ${at + 1} is missing`);
        verifyOne(row);
        at = row.position;
        if (known && range?.size === known.size && rootOf(range).toString('base64') !== known.root)
          throw new Damaged(rewritten(known.size));
      }
      if (rows.length === count) return true;
      mustBeTheEnd();
      return false;
    },
    get at() {
      return at;
    },
    /** The state to store, in order to continue from there. */
    kept: (): Verified => ({ at, roots: (range?.roots ?? []).map((root) => root.toString('base64')) }),
  };
};

export type Verifier = ReturnType<typeof verifier>;
