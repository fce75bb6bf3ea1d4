import type { Filter, Sort } from 'mongodb';
import type { ColumnValue, Condition, Find, Terms, ViewSpec } from '@dosar/kernel/runtime';
import type { RowDocument } from './mongodb-collections';

/** Where a column stands in a row. @throws for one that the view does not have. */
export const fieldOf = (spec: ViewSpec, name: string): string => {
  if (name === 'id') return '_id';
  if (!(name in spec.columns)) throw new Error(`the view ${spec.view} has no column ${name}`);
  return `columns.${name}`;
};

/** A value that can never be more: an object would be read as an operator. */
const scalar = <V extends ColumnValue>(value: V): V => {
  if (value !== null && typeof value === 'object') throw new TypeError('a value of a condition is a scalar');
  return value;
};

const clauseOf = (field: string, condition: Condition): Filter<RowDocument> => {
  if (condition === null || typeof condition !== 'object') return { [field]: { $eq: scalar(condition) } };
  if ('in' in condition) return { [field]: { $in: condition.in.map(scalar) } };
  if ('not' in condition) return { [field]: { $ne: scalar(condition.not) } };
  if ('contains' in condition) {
    // the literal keeps a text that begins with a dollar from being the name of a field
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

/** Each has an index to itself: one of the terms leads to the rows, and the others are looked for in them. */
const clausesOf = (spec: ViewSpec, { all, beginnings }: Terms): Filter<RowDocument>[] => {
  if (!spec.termsBy) throw new Error(`the view ${spec.view} has no terms`);
  return [
    ...all.map((term) => ({ terms: { $eq: scalar(term) } })),
    ...beginnings.map((beginning) => ({ terms: { $regex: `^${escaped(beginning)}` } })),
  ];
};

/** Text is compared by the bytes of its UTF-8, and nothing comes before anything: so does the server without a collation. */
export const filterOf = (spec: ViewSpec, { where, terms }: Pick<Find, 'where' | 'terms'>): Filter<RowDocument> => {
  const clauses = Object.entries(where).map(([name, condition]) => clauseOf(fieldOf(spec, name), condition));
  if (terms) clauses.unshift(...clausesOf(spec, terms));
  return clauses.length > 0 ? { $and: clauses } : {};
};

/** In the order of the column that terms are found by nothing is left to be sorted by: it is unique. */
export const sortOf = (spec: ViewSpec, { terms, order = [] }: Pick<Find, 'terms' | 'order'>): Sort => {
  const fields = order.map(([name, direction]) => [fieldOf(spec, name), direction] as const);
  const isUnique = order.some(([name]) => name === 'id' || (terms && name === spec.termsBy));
  return new Map([...fields, ...(isUnique ? [] : [['_id', order.at(-1)?.[1] ?? 'asc'] as const])]);
};

type IndexKey = Readonly<Record<string, 1 | -1>>;

/** All indexes of a view's rows. */
export const indexesOf = (spec: ViewSpec): IndexKey[] => [
  { subjects: 1, _id: 1 },
  ...spec.indexes.map((columns) =>
    Object.fromEntries([...columns, 'id'].map((name) => [fieldOf(spec, name), 1 as const])),
  ),
  ...(spec.termsBy ? [{ terms: 1, [fieldOf(spec, spec.termsBy)]: -1 } as const] : []),
];
