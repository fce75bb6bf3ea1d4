import { Worker } from 'node:worker_threads';
import { Unavailable } from '@dosar/kernel/runtime';
import { workerFile } from '../worker-file';
import type { Kept } from './sqlite-query';

export type Statement = { readonly id: number; readonly sql: string; readonly values: readonly Kept[] };
export type Found = { readonly id: number } & ({ readonly rows: readonly unknown[] } | { readonly failed: string });

type Waiting = { readonly resolve: (rows: readonly unknown[]) => void; readonly reject: (error: Error) => void };

/**
 * Asks statements in a thread of their own, which begins with the first: to find the beginning of a word that stands in a
 * million rows takes half a second, and nobody else waits for it.
 */
export const searching = (file: string) => {
  const waiting = new Map<number, Waiting>();
  let [worker, count]: [Worker | null, number] = [null, 0];

  const lose = (why: string) => {
    worker = null;
    for (const { reject } of waiting.values()) reject(new Unavailable(why));
    waiting.clear();
  };
  const hear = (found: Found) => {
    const one = waiting.get(found.id);
    waiting.delete(found.id);
    if ('rows' in found) one?.resolve(found.rows);
    else one?.reject(new Unavailable(`the views cannot be searched: ${found.failed}`));
  };
  const begin = () => {
    const begun = new Worker(workerFile('sqlite-search.worker'), { workerData: file });
    begun.on('message', hear);
    begun.on('error', (error) => lose(`the search of the views failed: ${error.message}`));
    begun.unref();
    return begun;
  };

  return {
    all: <T>(sql: string, values: readonly Kept[]): Promise<readonly T[]> =>
      new Promise((resolve, reject) => {
        const id = (count += 1);
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
        worker ??= begin();
        worker.postMessage({ id, sql, values } satisfies Statement);
      }),
    async close() {
      const ended = worker?.terminate();
      lose('the views are closed');
      await ended;
    },
  };
};
