import type { SqliteValue } from './sqlite-query';

/** How many results are cached until something is written. */
const REMEMBERED = 10_000;

/** Caches results until the next commit; without a counter of commits nothing is cached. */
export const remembering = (commits: Int32Array | null) => {
  const known = new Map<string, unknown>();
  let at = -1;
  return <T>(key: string, read: () => T): T => {
    if (!commits) return read();
    const now = Atomics.load(commits, 0);
    if (now !== at || known.size >= REMEMBERED) known.clear();
    at = now;
    if (!known.has(key)) known.set(key, read());
    return known.get(key) as T;
  };
};

/** The cache key of a statement with its values. */
export const keyOf = (sql: string, values: readonly SqliteValue[]): string => {
  const texts = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value));
  return [sql, ...texts.map((text) => `${typeof text} ${text}`)].join('\u0000');
};
