import { hmacOf } from '../log/ids';
import type { Masters } from '../keys/masters';
import { pace } from '../async/pace';
import { placeIn } from '../log/place';
import {
  Unavailable,
  type Place,
  type ReadStore,
  type StoredRow,
  type RowWrite,
  type Vault,
  type ViewSpec,
  type ViewState,
} from '../ports';
import { purposeKey, purposeKeyAnew } from '../keys/purpose-keys';
import { Damaged } from '../model/damage';

/**
 * One keyed sum over all rows of a view: whoever changes, adds, takes out or sets back a row in the store does not have the
 * key. It is of its checkpoint, too: rows and sum of an older day do not fit the place that the view has come to.
 */
export type RowSum = {
  /** As it is after these writes, at that place. */
  next(writes: readonly Pick<RowWrite, 'id' | 'json' | 'position'>[], place: Place): string;
  /** What was handed to `next` last is written. */
  written(): void;
  /** As it is. */
  at(place: Place): string;
  /** Whether a row is what was written; null: whether none was. Else what is written next would make it right. */
  has(id: string, row: StoredRow | null): boolean;
};

const MODULUS = 1n << 256n;
type Keyed = { readonly key: Buffer; readonly spec: Pick<ViewSpec, 'view' | 'version'> };

const numberOf = ({ key }: Keyed, { id, position, json }: StoredRow): bigint =>
  BigInt(`0x${hmacOf(key, 'row', id, String(position), json).toString('hex')}`);

const textOf = ({ key, spec }: Keyed, total: bigint, { position, leaf }: Place): string =>
  hmacOf(key, 'rows', spec.view, String(spec.version), String(position), leaf, total.toString(16)).toString('base64');

/** Of the rows that are there; everything else has its turn meanwhile. */
export const sumOfRows = async (
  key: Buffer,
  spec: Pick<ViewSpec, 'view' | 'version'>,
  rows: readonly StoredRow[],
): Promise<RowSum> => {
  const keyed = { key, spec };
  const numbers = new Map<string, bigint>();
  const rest = pace();
  let total = 0n;
  for (const row of rows) {
    const number = numberOf(keyed, row);
    numbers.set(row.id, number);
    total = (total + number) % MODULUS;
    await rest();
  }
  let pending: { readonly total: bigint; readonly changed: ReadonlyMap<string, bigint | null> } | null = null;
  return {
    at: (place) => textOf(keyed, total, place),
    has: (id, row) => (numbers.get(id) ?? null) === (row && numberOf(keyed, row)),
    next(writes, place) {
      const changed = new Map<string, bigint | null>();
      let after = total;
      for (const { id, json, position } of writes) {
        const before = changed.has(id) ? changed.get(id)! : (numbers.get(id) ?? null);
        const now = json === null ? null : numberOf(keyed, { id, json, position });
        changed.set(id, now);
        after = (after + MODULUS - (before ?? 0n) + (now ?? 0n)) % MODULUS;
      }
      pending = { total: after, changed };
      return textOf(keyed, after, place);
    },
    written() {
      if (!pending) return;
      for (const [id, number] of pending.changed)
        if (number === null) numbers.delete(id);
        else numbers.set(id, number);
      total = pending.total;
      pending = null;
    },
  };
};

/** Whether these rows are what was written up to there: of a view without any, and without rows, too. */
export const fits = (sum: RowSum, state: ViewState, rows: readonly StoredRow[]): boolean => {
  const place = placeIn(state);
  return place === null ? rows.length === 0 : state.sum === sum.at(place);
};

/** The sum of a view to go on from. One that does not fit is emptied, and filled anew before anybody believes it. */
export const sumToGoOnFrom = async (
  reads: ReadStore,
  spec: ViewSpec,
  key: Buffer,
  onWrong: (view: string) => void,
): Promise<RowSum> => {
  const state = await reads.state(spec);
  const rows = await reads.own.find(spec, { where: {} });
  const sum = await sumOfRows(key, spec, rows);
  if (fits(sum, state, rows)) return sum;
  await reads.drop(spec);
  onWrong(spec.view);
  return sumOfRows(key, spec, []);
};

/** The key of those sums. One that was lost is made anew: the views are then filled anew. */
export const rowsKey = (vault: Vault, masters: Masters): Promise<Buffer> =>
  purposeKey(vault, masters, 'rows').catch((error: unknown) => {
    if (error instanceof Damaged) return purposeKeyAnew(vault, masters, 'rows');
    throw error;
  });

/** Said of a view whose rows were changed by somebody else. */
export const changedRows = (view: string): string =>
  `rows of the view ${view} are not what was written: somebody has changed them in the store; it is dropped, and filled anew from the log before anybody is let in by it`;

/**
 * Rows as they were written, to those who make others of them: else the next event about a row would make right what somebody
 * has changed in it. @throws Unavailable for any other: all of them are looked at again before it goes on
 */
export const ownRows =
  (sum: RowSum | null, view: string) =>
  (id: string, row: StoredRow | null): StoredRow | null => {
    if (sum && !sum.has(id, row)) throw new Unavailable(changedRows(view));
    return row;
  };
