import type { ColumnValue, Condition, Find, RowWrite, Where } from '../ports';

/** The parts of a row that it is found and sorted by. */
type Sorted = Pick<RowWrite, 'id' | 'columns'>;

const valueOf = ({ id, columns }: Sorted, column: string): ColumnValue =>
  column === 'id' ? id : (columns[column] ?? null);

const bytes = (value: string) => Buffer.from(value);

/** The order in all adapters: null first, numbers by value, text by its UTF-8 bytes. */
export const compareValues = (a: ColumnValue, b: ColumnValue): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a !== 'string' && typeof b !== 'string') return a < b ? -1 : a > b ? 1 : 0;
  return Buffer.compare(bytes(String(a)), bytes(String(b)));
};

/** Equality as by `compareValues`: texts are equal when their bytes are. */
const isEqual = (a: ColumnValue, b: ColumnValue): boolean =>
  a === b || (!(typeof a === 'string' && typeof b === 'string') && compareValues(a, b) === 0);

export const inRowOrder = (a: Sorted, b: Sorted, order: NonNullable<Find['order']>): number => {
  for (const [column, direction] of order) {
    const found = compareValues(valueOf(a, column), valueOf(b, column));
    if (found !== 0) return direction === 'asc' ? found : -found;
  }
  const found = compareValues(a.id, b.id);
  return order.at(-1)?.[1] === 'desc' ? -found : found;
};

const meets = (value: ColumnValue, condition: Condition): boolean => {
  if (condition === null || typeof condition !== 'object') return isEqual(value, condition);
  if ('in' in condition) return condition.in.some((each) => isEqual(value, each));
  if ('not' in condition) return !isEqual(value, condition.not);
  if (value === null) return false;
  if ('contains' in condition) return String(value).includes(condition.contains);
  const { from, below } = condition;
  return (
    (from === undefined || compareValues(value, from) >= 0) && (below === undefined || compareValues(value, below) < 0)
  );
};

/** Whether a row meets all conditions. */
export const meeting = (where: Where) => {
  const conditions = Object.entries(where);
  return (row: Sorted): boolean => conditions.every(([column, condition]) => meets(valueOf(row, column), condition));
};
