import { z } from 'zod';
import type { EndpointSpec } from '@dosar/contracts';

const KiB = 1024;
/** The limit for endpoints without a body and unknown addresses, and the minimum of all others. */
export const LEAST_BODY = 4 * KiB;
const AUTH_BODY = 16 * KiB;
const MOST_BODY = 1024 * KiB;
/** Allowance for white space. */
const BLANKS = 1 * KiB;

/** A letter as `\u0103`: no form of one UTF-16 unit is longer. */
const LETTER = 6;
const NUMBER = 32;
const WORD = 5;
/** Dates and times, whose schemas have no length. */
const DATE = 40;

type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
};

const textOf = (length: number) => LETTER * length + 2;
const largestText = ({ maxLength, format }: Schema) =>
  maxLength !== undefined ? textOf(maxLength) : format?.startsWith('date') ? textOf(DATE) : Infinity;
const largestOf = (sizes: readonly number[]) => Math.max(0, ...sizes);
const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);

/** Maximum bytes of a value of this schema as JSON, however its letters are escaped. */
const largest = (schema: Schema, parts: Readonly<Record<string, Schema>>): number => {
  const of = (each: Schema) => largest(each, parts);
  if (schema.$ref !== undefined) return of(parts[schema.$ref.split('/').at(-1)!]!);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return largestOf(options.map(of));
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values) return largestOf(values.map((value) => textOf(String(value).length)));
  if (schema.type === 'string') return largestText(schema);
  if (schema.type === 'array') return 2 + (schema.maxItems ?? Infinity) * (of(schema.items ?? {}) + 1);
  if (schema.type === 'object') {
    const { properties = {}, propertyNames, additionalProperties: more } = schema;
    const known = Object.entries(properties).map(([name, each]) => textOf(name.length) + Math.max(of(each), WORD) + 2);
    const other = propertyNames && typeof more === 'object' ? of(propertyNames) + of(more) + 2 : Infinity;
    return 2 + sum(known) + (more === false ? 0 : (schema.maxProperties ?? Infinity) * other);
  }
  if (schema.type === 'number' || schema.type === 'integer') return NUMBER;
  return schema.type === 'boolean' || schema.type === 'null' ? WORD : Infinity;
};

/** Maximum bytes of a valid body of this endpoint; `Infinity` where its schema has no limit. */
export const largestBodyOf = ({ body }: EndpointSpec): number => {
  if (!body) return 0;
  const { $defs = {}, ...root } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return largest(root as Schema, $defs as Readonly<Record<string, Schema>>);
};

/** The limit for bodies of this endpoint: a larger one is never valid, and is not read. */
export const bodyLimitOf = (spec: EndpointSpec): number => {
  if (spec.path.startsWith('/auth/')) return AUTH_BODY;
  const needed = 2 ** Math.ceil(Math.log2(largestBodyOf(spec) + BLANKS));
  return Math.min(MOST_BODY, Math.max(LEAST_BODY, needed));
};
