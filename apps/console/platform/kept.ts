import type { z } from 'zod';
import { store, type Store } from './store';

const read = <T>(name: string, schema: z.ZodType<T>, initial: T): T => {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(name) ?? 'null'));
  } catch {
    // nothing was kept, or by another version
    return initial;
  }
};

/** How something looks in this browser, until it is changed: kept over visits. */
export const kept = <T>(name: string, schema: z.ZodType<T>, initial: T): Store<T> => {
  const inner = store(read(name, schema, initial));
  return {
    ...inner,
    set(next) {
      inner.set(next);
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // a browser that keeps nothing shows it for this visit
      }
    },
  };
};
