import { useSyncExternalStore } from 'react';

/** A value that outlives the screens that show it. */
export type Store<T> = {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** @returns a function that stops listening */
  readonly subscribe: (listener: () => void) => () => void;
};

export const store = <T>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const useStore = <T>({ subscribe, get }: Pick<Store<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(subscribe, get);
