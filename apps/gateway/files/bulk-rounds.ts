import { FILE_LIMITS } from '@dosar/contracts';
import type { Done } from '@dosar/kernel/runtime';
import type { BulkFailure, BulkItem } from '@dosar/domain/files/bulk.events';
import { isDeep, type Started } from './bulk-commands';
import type { Ended } from './unzip/unpacking';

/** How far an operation has come. */
export type Course = {
  /** What was noted of it meanwhile; nothing waits for that until its end. */
  readonly progress: Promise<Done>[];
  readonly failed: BulkFailure[];
  /** What events were appended about. */
  readonly changed: Set<string>;
  reached: number;
  /** When it has gone on for too long, in milliseconds. Waiting for its turn does not count. */
  readonly until: number;
  /** What came out of an archive. */
  made?: Ended['made'];
};

/** What of an operation is decided together. */
export type Part = {
  readonly operationId: string;
  readonly started: Started;
  readonly batch: readonly BulkItem[];
  readonly from: number;
  readonly course: Course;
};

/** So many batches go on together: the next is decided while the one before it is being written. */
const TOGETHER = 2;

/** The batches of an operation that go on together; what is below folders is done one batch after the other. */
export function* roundsOf(operationId: string, started: Started, course: Course): Generator<readonly Part[]> {
  const { items } = started;
  const size = FILE_LIMITS.batch;
  const together = (isDeep(started) ? 1 : TOGETHER) * size;
  for (let first = 0; first < items.length; first += together) {
    const parts: Part[] = [];
    for (let from = first; from < Math.min(first + together, items.length); from += size)
      parts.push({ operationId, started, batch: items.slice(from, from + size), from, course });
    yield parts;
  }
}

const turn = () => new Promise((go) => setImmediate(go));

/**
 * Begins these in their order, with a turn for others in between; each is told when those before it are over. What goes
 * wrong with one is told when nothing of the others is under way.
 */
export const overlapping = async <T>(
  all: readonly T[],
  work: (each: T, before: Promise<void>) => Promise<void>,
): Promise<void> => {
  const under: Promise<void>[] = [];
  for (const each of all) {
    if (under.length > 0) await turn();
    const working = work(each, under.at(-1) ?? Promise.resolve());
    working.catch(() => undefined); // it is looked at below
    under.push(working);
  }
  await Promise.allSettled(under);
  await Promise.all(under);
};
