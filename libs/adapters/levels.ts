import { basename } from 'node:path';
import { LEVEL } from '@dosar/kernel/runtime';
import { build } from './build';
import { CannotStart } from './cannot-start';

/** Files computed from the log, which can be made again; all others are the source of truth. */
const COMPUTED: ReadonlySet<string> = new Set(['views.db', 'snapshots.db', 'search.db']);

/**
 * Each store says which level wrote to it last: a lower one would read what it does not know.
 * @param store its name for a person
 * @throws CannotStart when that level is higher than this release's
 */
export const mustNotBeHigher = (store: string, level: number | null): void => {
  if (level === null || level <= LEVEL) return;
  const isComputed = COMPUTED.has(basename(store));
  throw new CannotStart(
    `${store} was written by a newer Dosar (level ${level}) than this one (${build.version}, level ${LEVEL}): start the newer one${isComputed ? ', or move this file away: it is computed from the log' : ''}`,
  );
};
