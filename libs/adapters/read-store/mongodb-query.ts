import type { Filter, Sort } from 'mongodb';
import type { ColumnValue, Condition, Find, ViewSpec, Where } from '@dosar/kernel';
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

/** Text is compared by the bytes of its UTF-8, and nothing comes before anything: so does the server without a collation. */
export const filterOf = (spec: ViewSpec, where: Where): Filter<RowDocument> => {
  const clauses = Object.entries(where).map(([name, condition]) => clauseOf(fieldOf(spec, name), condition));
  return clauses.length > 0 ? { $and: clauses } : {};
};

export const sortOf = (spec: ViewSpec, order: NonNullable<Find['order']>): Sort => {
  const fields = order.map(([name, direction]) => [fieldOf(spec, name), direction] as const);
  return new Map([...fields, ...(fields.some(([field]) => field === '_id') ? [] : [['_id', 'asc'] as const])]);
};
