import { thread } from '../thread';
import type { SqliteValue } from './sqlite-query';

export type Statement = { readonly sql: string; readonly values: readonly SqliteValue[] };

/**
 * Runs statements in a thread of their own, started by the first: finding the prefix of a word that is in a million rows
 * takes half a second, during which nothing else may wait.
 */
export const searching = (file: string) => {
  const asking = thread<Statement, readonly unknown[]>('sqlite-search.worker', file, 'the search of the views');
  return {
    all: <T>(sql: string, values: readonly SqliteValue[]) => asking.ask({ sql, values }) as Promise<readonly T[]>,
    close: asking.close,
  };
};
