import type { z } from 'zod';
import { store, type Store } from './store';

export type StoredItems<T> = Pick<Store<readonly T[]>, 'get' | 'subscribe'> & {
  readonly put: (item: T) => void;
  readonly drop: (id: string) => void;
};

type Item = { readonly id: string; readonly at: string };

const byTime = (a: Item, b: Item) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1);

/**
 * Permanently stored items, the oldest first, shared by all windows of this browser. Each has a key of its own, so that
 * concurrent changes of windows do not conflict.
 */
export const storedItems = <T extends Item>(name: string, schema: z.ZodType<T>): StoredItems<T> => {
  const keyOf = (id: string) => `${name}.${id}`;
  /** For browsers without storage: items of this visit. */
  const here = new Map<string, T>();
  const parsed = (text: string | null): T[] => {
    try {
      return [schema.parse(JSON.parse(text ?? 'null'))];
    } catch {
      // stored by another version
      return [];
    }
  };
  const read = (): readonly T[] => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf('')));
    return [...keys.flatMap((key) => parsed(localStorage.getItem(key))), ...here.values()].sort(byTime);
  };
  const inner = store(read());
  const follow = () => inner.set(read());
  addEventListener('storage', ({ key }) => (key === null || key.startsWith(keyOf(''))) && follow());
  return {
    subscribe: inner.subscribe,
    get: inner.get,
    put(item) {
      try {
        localStorage.setItem(keyOf(item.id), JSON.stringify(item));
      } catch {
        here.set(item.id, item);
      }
      follow();
    },
    drop(id) {
      here.delete(id);
      localStorage.removeItem(keyOf(id));
      follow();
    },
  };
};
