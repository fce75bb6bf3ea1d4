import { FILE_LIMITS } from '@dosar/contracts';
import type { Done } from '@dosar/kernel/runtime';
import type { BulkFailure, BulkItem } from '@dosar/domain/files/bulk.events';
import type { Started } from './bulk-commands';
import type { Ended } from '../unzip/unpacking';

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
  /** Of what is not selected one by one: how many of them are done. */
  done?: number;
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

/** What an operation does one after the other. */
export function* partsOf(operationId: string, started: Started, course: Course): Generator<Part> {
  const { items } = started;
  for (let from = 0; from < items.length; from += FILE_LIMITS.batch)
    yield { operationId, started, batch: items.slice(from, from + FILE_LIMITS.batch), from, course };
}
