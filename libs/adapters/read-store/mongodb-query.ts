import type { Filter, IndexDescription, Sort } from 'mongodb';
import type { ColumnValue, Condition, Find, Terms, ViewSpec } from '@dosar/kernel/runtime';
import type { RowOrTombstone } from './mongodb-collections';

/** The field of a row's id: a former row has it beside its own. */
type IdField = '_id' | 'row';

/** The field of a column. @throws for an unknown column */
export const fieldOf = (spec: ViewSpec, name: string, id: IdField = '_id'): string => {
  if (name === 'id') return id;
  if (!(name in spec.columns)) throw new Error(`the view ${spec.view} has no column ${name}`);
  return `columns.${name}`;
};

/** A value that is not an object, which would be read as an operator. */
const scalar = <V extends ColumnValue>(value: V): V => {
  if (value !== null && typeof value === 'object') throw new TypeError('a value of a condition is a scalar');
  return value;
};

const clauseOf = (field: string, condition: Condition): Filter<RowOrTombstone> => {
  if (condition === null || typeof condition !== 'object') return { [field]: { $eq: scalar(condition) } };
  if ('in' in condition) return { [field]: { $in: condition.in.map(scalar) } };
  if ('not' in condition) return { [field]: { $ne: scalar(condition.not) } };
  if ('contains' in condition) {
    // the literal keeps a text with a leading dollar from being read as a field
    const text = { $literal: scalar(condition.contains) };
    return { $expr: { $gte: [{ $indexOfBytes: [`$${field}`, text] }, 0] } };
  }
  const { from, below } = condition;
  return {
    [field]: {
      $ne: null,
      ...(from !== undefined && { $gte: scalar(from) }),
      ...(below !== undefined && { $lt: scalar(below) }),
    },
  };
};

const escaped = (text: string) => scalar(text).replaceAll(/[^\p{L}\p{N}_]/gu, '\\$&');

/** Each term uses an index: one of them finds the rows, and the others are checked on them. */
const clausesOf = (spec: ViewSpec, { all, beginnings }: Terms): Filter<RowOrTombstone>[] => {
  if (!spec.termsBy) throw new Error(`the view ${spec.view} has no terms`);
  return [
    ...all.map((term) => ({ terms: { $eq: scalar(term) } })),
    ...beginnings.map((beginning) => ({ terms: { $regex: `^${escaped(beginning)}` } })),
  ];
};

/** Whether no tombstone can meet it: those have an id and no columns. */
const findsOnlyRows = ([name, condition]: readonly [string, Condition]): boolean => {
  if (name === 'id' || condition === null) return false;
  if (typeof condition !== 'object') return true;
  if ('in' in condition) return !condition.in.includes(null);
  return !('not' in condition) || condition.not === null;
};
export const IS_THERE: Filter<RowOrTombstone> = { json: { $exists: true } };

/** Text is compared by its UTF-8 bytes and null comes first, which is the server's order without a collation. */
export const filterOf = (
  spec: ViewSpec,
  { where, terms }: Pick<Find, 'where' | 'terms'>,
  id?: IdField,
): Filter<RowOrTombstone> => {
  const conditions = Object.entries(where);
  const clauses = conditions.map(([name, condition]) => clauseOf(fieldOf(spec, name, id), condition));
  const ofTerms = terms ? clausesOf(spec, terms) : [];
  // checking for tombstones would cost reading each row that is only counted
  const isThere = ofTerms.length > 0 || conditions.some(findsOnlyRows) ? [] : [IS_THERE];
  return { $and: [...ofTerms, ...clauses, ...isThere] };
};

/** Rows found by terms are ordered by a unique column, so no further order is needed. */
export const sortOf = (spec: ViewSpec, { terms, order = [] }: Pick<Find, 'terms' | 'order'>, id?: IdField): Sort => {
  const fields = order.map(([name, direction]) => [fieldOf(spec, name, id), direction] as const);
  const isUnique = order.some(([name]) => name === 'id' || (terms && name === spec.termsBy));
  return new Map([...fields, ...(isUnique ? [] : [[id ?? '_id', order.at(-1)?.[1] ?? 'asc'] as const])]);
};

export type IndexKey = Readonly<Record<string, 1 | -1>>;

/** How long tombstones are stored, in seconds: longer than any process can be late. */
const REMEMBERED_S = 24 * 60 * 60;
/** Removes expired tombstones. */
export const FORGETTING: IndexDescription = {
  key: { removedAt: 1 },
  expireAfterSeconds: REMEMBERED_S,
  sparse: true,
};

/** All indexes of rows. */
export const indexesOf = (spec: ViewSpec): IndexKey[] => [
  { subjects: 1, _id: 1 },
  ...spec.indexes.map((columns) =>
    Object.fromEntries([...columns, 'id'].map((name) => [fieldOf(spec, name), 1 as const])),
  ),
  ...(spec.termsBy ? [{ terms: 1, [fieldOf(spec, spec.termsBy)]: -1 } as const] : []),
];

/** All indexes of former rows. */
export const formerIndexesOf = (spec: ViewSpec): IndexKey[] => [
  { row: 1, position: 1 },
  { subjects: 1, position: 1 },
  ...spec.indexes.map((columns) =>
    Object.fromEntries([...columns, 'id'].map((name) => [fieldOf(spec, name, 'row'), 1 as const])),
  ),
];
