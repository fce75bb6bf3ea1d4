import * as api from '@dosar/contracts';
import { z } from 'zod';
import * as values from './event-values';

/** The values of each enumeration in a schema, by path. */
const wordsIn = (schema: z.ZodType, place: string): [string, readonly string[]][] => {
  if (schema instanceof z.ZodEnum) return [[place, schema.options.map(String)]];
  // older events may lack what a call always says
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return wordsIn(schema.unwrap() as z.ZodType, place);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, inner]) =>
    wordsIn(inner, `${place}.${name}`),
  );
};

it.each(Object.keys(values) as (keyof typeof values)[])('events can say of %s whatever a call may say', (name) => {
  const asked = new Map(wordsIn(api[name], name));
  const stored = new Map(wordsIn(values[name], name));
  for (const [place, words] of asked) expect(stored.get(place)).toEqual(expect.arrayContaining([...words]));
  expect([...stored.keys()].sort()).toEqual([...asked.keys()].sort());
});

it('what has no words is what it is for calls', () => {
  expect(values.Id.safeParse('').success).toBe(api.Id.safeParse('').success);
  expect(values.Day.safeParse('2026-02-30').success).toBe(api.Day.safeParse('2026-02-30').success);
  expect(values.Quota.safeParse(-1).success).toBe(api.Quota.safeParse(-1).success);
});
