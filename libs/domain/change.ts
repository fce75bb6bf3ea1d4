import { z } from 'zod';

/** Former and new value of a change, in an event. */
export const change = <S extends z.ZodType>(schema: S) => z.object({ from: schema, to: schema });
export type Change<T> = { readonly from: T; readonly to: T };

type Changes<T> = { [K in keyof T]?: Change<T[K]> };

/** What differs between a state and the requested one; members that are undefined stay as they are. */
export const changesOf = <T extends object>(from: T, wanted: Partial<T>): Changes<T> => {
  const changes: Changes<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[]) {
    const to = wanted[key];
    if (to !== undefined && JSON.stringify(to) !== JSON.stringify(from[key])) changes[key] = { from: from[key], to };
  }
  return changes;
};

/** The state after changes. */
export const changed = <T extends object>(
  from: T,
  changes: { readonly [key: string]: Change<unknown> | undefined },
): T => Object.entries(changes).reduce<T>((so, [key, each]) => (each ? { ...so, [key]: each.to } : so), from);

export const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;
