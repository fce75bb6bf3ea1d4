// Says how long a server's loop was kept, for a server under test: --import this file, with LOOP_SLICES naming a file that is
// to have a line for each slice. A slice is what the thread of the loop has worked between two looks at the clock: it has the
// time of that thread alone, and what others do on the machine is not in it.
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const LOOK_MS = 5;
/** Shorter ones are of no interest. */
const LEAST_MS = 10;

const workedMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;

const watch = (file) => {
  let before = workedMs();
  setInterval(() => {
    const ms = workedMs() - before;
    if (ms >= LEAST_MS) appendFileSync(file, `${JSON.stringify({ at: Date.now(), ms })}\n`);
    before = workedMs();
  }, LOOK_MS).unref();
};
if (isMainThread && process.env.LOOP_SLICES) watch(process.env.LOOP_SLICES);

/** What a server's environment needs, so that `slicesIn` finds its slices. */
export const watched = (file, environment = {}) => ({
  ...environment,
  NODE_OPTIONS: `${environment.NODE_OPTIONS ?? ''} --import ${import.meta.url}`,
  LOOP_SLICES: file,
});

/** The longest slice that ended since then, in ms. */
export const longestSliceIn = (file, since) =>
  readFileSync(file, { encoding: 'utf8', flag: 'a+' })
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ at }) => at >= since)
    .reduce((longest, { ms }) => Math.max(longest, ms), 0);
