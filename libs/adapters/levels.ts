import { basename } from 'node:path';
import { LEVEL } from '@dosar/kernel/runtime';
import { build } from './build';
import { CannotStart } from './cannot-start';

/** What is computed from the log and can be made anew; all else is the truth itself. */
const COMPUTED: ReadonlySet<string> = new Set(['views.db', 'snapshots.db', 'search.db']);

/**
 * Each store says which level has written to it last: one that is lower would read what it does not know.
 * @param store as a person calls it
 * @throws CannotStart when it is a higher one than this release
 */
export const mustNotBeHigher = (store: string, level: number | null): void => {
  if (level === null || level <= LEVEL) return;
  const isComputed = COMPUTED.has(basename(store));
  throw new CannotStart(
    `${store} was written by a newer Dosar (level ${level}) than this one (${build.version}, level ${LEVEL}): start the newer one${isComputed ? ', or move this file away: it is computed from the log' : ''}`,
  );
};
