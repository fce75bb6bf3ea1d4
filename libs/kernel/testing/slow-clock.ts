const OF_TASKS = ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'performance'] as const;
const OF_TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
/** Only what time it is is not real. */
export const CLOCK_ALONE = { doNotFake: [...OF_TASKS, ...OF_TIMERS] };

/** How much slower than the real one it is. */
const SLOWER = 10;
const TICK_MS = 20;

/**
 * A clock that begins with a whole step and is so slow that a test is over within it, however busy the machine; timers stay
 * real. It is stopped before the clock is moved or is the real one again; it never goes back, since the log's does not.
 */
export const slowClock = (stepMs: number) => {
  let now = 0;
  let ticking: ReturnType<typeof setInterval> | undefined;
  return {
    go(): void {
      if (ticking) return;
      const from = Math.ceil(Math.max(now, Date.now()) / stepMs) * stepMs;
      const begun = performance.now();
      jest.useFakeTimers({ now: from, ...CLOCK_ALONE });
      ticking = setInterval(() => {
        now = from + Math.floor((performance.now() - begun) / SLOWER);
        jest.setSystemTime(now);
      }, TICK_MS);
    },
    stop(): void {
      clearInterval(ticking);
      ticking = undefined;
    },
  };
};
