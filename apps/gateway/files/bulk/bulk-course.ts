import { FILE_LIMITS } from '@dosar/contracts';
import type { Done } from '@dosar/kernel/runtime';
import type { BulkFailure, BulkItem } from '@dosar/domain/files/bulk.events';
import type { Started } from './bulk-commands';
import type { Ended } from '../unzip/unpacking';

/** The progress of an operation. */
export type Course = {
  /** Appends of progress, which are awaited only at the end. */
  readonly progress: Promise<Done>[];
  readonly failed: BulkFailure[];
  /** The things that events were appended about. */
  readonly changed: Set<string>;
  reached: number;
  /** The time limit, in milliseconds. Waiting in the queue does not count. */
  readonly until: number;
  /** For things that were not selected one by one: how many are done. */
  done?: number;
  /** The things created from an archive. */
  made?: Ended['made'];
};

/** The things of an operation that are decided together. */
export type Part = {
  readonly operationId: string;
  readonly started: Started;
  readonly batch: readonly BulkItem[];
  readonly from: number;
  readonly course: Course;
};

/** The parts of an operation, one after the other. */
export function* partsOf(operationId: string, started: Started, course: Course): Generator<Part> {
  const { items } = started;
  for (let from = 0; from < items.length; from += FILE_LIMITS.batch)
    yield { operationId, started, batch: items.slice(from, from + FILE_LIMITS.batch), from, course };
}
