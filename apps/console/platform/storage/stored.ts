import type { z } from 'zod';
import { store, type Store } from './store';

export type Stored<T> = Store<T> & {
  /** Changes the stored value, whichever window of this browser changed it last. */
  readonly change: (how: (before: T) => T) => void;
};

/** A permanently stored value, shared by all windows of this browser. */
export const stored = <T>(name: string, schema: z.ZodType<T>, initial: T): Stored<T> => {
  const parsed = (text: string | null): T => {
    try {
      return schema.parse(JSON.parse(text ?? 'null'));
    } catch {
      // nothing stored, or by another version
      return initial;
    }
  };
  let shown: string | null = null;
  const read = (): string | null => {
    try {
      return localStorage.getItem(name);
    } catch {
      return shown;
    }
  };
  shown = read();
  const inner = store(parsed(shown));
  let isKept = true;
  /** Shows what another window has stored. */
  const follow = () => {
    const text = read();
    if (!isKept || text === shown) return;
    shown = text;
    inner.set(parsed(text));
  };
  addEventListener('storage', ({ key }) => (key === name || key === null) && follow());
  const set = (next: T) => {
    shown = JSON.stringify(next);
    inner.set(next);
    try {
      localStorage.setItem(name, shown);
      isKept = true;
    } catch {
      // without storage the value holds for this visit
      isKept = false;
    }
  };
  return {
    ...inner,
    set,
    change(how) {
      follow();
      set(how(inner.get()));
    },
  };
};
