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
 * One keyed sum over all rows of a view: whoever changes, adds, removes or restores a row in the store does not have
 * the key. It includes the checkpoint, so rows and sum of an older day do not match the place the view has reached.
 */
export type RowSum = {
  /** The sum after these writes, at that place. */
  next(writes: readonly Pick<RowWrite, 'id' | 'json' | 'position'>[], place: Place): string;
  /** Confirms that the writes passed to `next` last are stored. */
  written(): void;
  /** The current sum. */
  at(place: Place): string;
  /**
   * Whether a row is the one written (null: whether none was). Checked before a changed row could get into the sum by
   * being written again.
   */
  has(id: string, row: StoredRow | null): boolean;
};

const MODULUS = 1n << 256n;
type Keyed = { readonly key: Buffer; readonly spec: Pick<ViewSpec, 'view' | 'version'> };

const numberOf = ({ key }: Keyed, { id, position, json }: StoredRow): bigint =>
  BigInt(`0x${hmacOf(key, 'row', id, String(position), json).toString('hex')}`);

const textOf = ({ key, spec }: Keyed, total: bigint, { position, leaf }: Place): string =>
  hmacOf(key, 'rows', spec.view, String(spec.version), String(position), leaf, total.toString(16)).toString('base64');

/** The sum of stored rows, computed without blocking the event loop. */
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

/** Whether these rows match the sum stored at that checkpoint; a view without checkpoint must have no rows. */
export const fits = (sum: RowSum, state: ViewState, rows: readonly StoredRow[]): boolean => {
  const place = placeIn(state);
  return place === null ? rows.length === 0 : state.sum === sum.at(place);
};

/**
 * The sum of a view to continue from. A view that does not match is emptied, and filled again before anybody reads it.
 */
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

/** The key of those sums. A lost one is replaced: the views are then filled again. */
export const rowsKey = (vault: Vault, masters: Masters): Promise<Buffer> =>
  purposeKey(vault, masters, 'rows').catch((error: unknown) => {
    if (error instanceof Damaged) return purposeKeyAnew(vault, masters, 'rows');
    throw error;
  });

/** For a view whose rows were changed from outside. */
export const changedRows = (view: string): string =>
  `rows of the view ${view} are not what was written: somebody has changed them in the store; it is dropped, and filled anew from the log before anybody is let in by it`;

/**
 * Verifies rows before a projector builds on them: otherwise the next event of a row would legitimise a change from
 * outside. @throws Unavailable for a changed row: all rows are verified again before the view continues
 */
export const ownRows =
  (sum: RowSum | null, view: string) =>
  (id: string, row: StoredRow | null): StoredRow | null => {
    if (sum && !sum.has(id, row)) throw new Unavailable(changedRows(view));
    return row;
  };
