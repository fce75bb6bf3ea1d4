import { thread } from '../thread';
import type { SqliteValue } from './sqlite-query';

export type Statement = { readonly sql: string; readonly values: readonly SqliteValue[] };

/**
 * Asks statements in a thread of their own, which begins with the first: to find the beginning of a word that stands in a
 * million rows takes half a second, and nobody else waits for it.
 */
export const searching = (file: string) => {
  const asking = thread<Statement, readonly unknown[]>('sqlite-search.worker', file, 'the search of the views');
  return {
    all: <T>(sql: string, values: readonly SqliteValue[]) => asking.ask({ sql, values }) as Promise<readonly T[]>,
    close: asking.close,
  };
};
