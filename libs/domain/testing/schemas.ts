import fc from 'fast-check';
import { z } from 'zod';
import { isMark, type Mask } from '@dosar/kernel';

/** A member of an event's data: its path, such as `items[].name`, its schema, and its class of personal data. */
export type Member = { readonly path: string; readonly schema: z.ZodType; readonly personal: string | null };

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;

const fieldsOf = ({ shape }: z.ZodObject): [string, z.ZodType][] => Object.entries<z.ZodType>(shape);

const partOf = (mask: Mask, name: string): Mask =>
  mask !== null && !isMark(mask) && 'names' in mask ? (mask.names[name] ?? null) : null;
const itemOf = (mask: Mask): Mask => (mask !== null && !isMark(mask) && 'items' in mask ? mask.items : null);

/** All members without members of their own, in the order of the schema. */
export const membersOf = (schema: z.ZodType, mask: Mask, path = ''): readonly Member[] => {
  const inner = unwrapped(schema);
  if (!isMark(mask) && inner instanceof z.ZodObject)
    return fieldsOf(inner).flatMap(([name, field]) =>
      membersOf(field, partOf(mask, name), path === '' ? name : `${path}.${name}`),
    );
  if (!isMark(mask) && inner instanceof z.ZodArray)
    return membersOf(inner.element as z.ZodType, itemOf(mask), `${path}[]`);
  return [{ path, schema: inner, personal: isMark(mask) ? mask : null }];
};

export const isId = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodString && schema.minLength === 1 && schema.maxLength === 64;

/** Few ids, so that events are about the same things. */
const IDS = ['a', 'b', 'c', 'd'];

/** Any data that a schema allows. @throws for a kind of schema that no event has used yet */
export const anyOf = (schema: z.ZodType): fc.Arbitrary<unknown> => {
  if (schema instanceof z.ZodObject) {
    const fields = fieldsOf(schema);
    const requiredKeys = fields.flatMap(([name, field]) => (field instanceof z.ZodOptional ? [] : [name]));
    return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, anyOf(unlessAbsent(field))])), {
      requiredKeys,
      noNullPrototype: true,
    });
  }
  if (schema instanceof z.ZodArray) return fc.array(anyOf(schema.element as z.ZodType), { maxLength: 3 });
  if (schema instanceof z.ZodNullable) return fc.option(anyOf(schema.unwrap() as z.ZodType), { nil: null });
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fc.nat({ max: 1_000 });
  if (schema instanceof z.ZodISODate) return fc.constantFrom('2015-03-01', '1999-12-31');
  if (isId(schema)) return fc.constantFrom(...IDS);
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 3, noNullPrototype: true });
  if (schema instanceof z.ZodString) return fc.string({ minLength: 1, maxLength: 20 });
  throw new Error(`a ${schema.def.type} is made in no story yet: say here how`);
};

const unlessAbsent = (field: z.ZodType) => (field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field);
