import type { INestApplicationContext, Type } from '@nestjs/common';

const HOUR_MS = 60 * 60 * 1000;
/** How long the start is left undisturbed. */
const SOON_MS = 60 * 1000;

/** Background work of a context, from when rights are known until the signal aborts. */
export interface Job {
  /** The log's message when it fails. */
  readonly failure: string;
  /** It runs before the first accounts are created, which need it. */
  readonly isFirst?: true;
  /** Runs once an hour, and again an hour after a failure. */
  readonly isHourly?: true;
  /** Runs first soon after the start, not an hour later. */
  readonly isSoon?: true;
  run(signal: AbortSignal): Promise<void>;
}

/** The jobs of these contexts. */
export const jobsOf = (
  app: INestApplicationContext,
  contexts: readonly { readonly jobs: readonly Type<Job>[] }[],
): readonly Job[] => contexts.flatMap(({ jobs }) => jobs.map((job) => app.get(job, { strict: false })));

/** How a job runs: `mayRun` is checked each time, `onFailure` gets each failure. */
type Doing = { readonly mayRun: () => boolean; readonly onFailure: (error: unknown) => void };

/** Runs a job until the signal aborts. */
export const doing = (job: Job, signal: AbortSignal, { mayRun, onFailure }: Doing): Promise<void> => {
  const run = () => (mayRun() ? job.run(signal).catch(onFailure) : Promise.resolve());
  return job.isHourly ? hourly(run, job.isSoon === true, signal) : run();
};

const hourly = (work: () => Promise<void>, isSoon: boolean, signal: AbortSignal): Promise<void> => {
  const timer = setInterval(() => void work(), HOUR_MS).unref();
  const first = isSoon ? setTimeout(() => void work(), SOON_MS).unref() : undefined;
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      clearTimeout(first);
      resolve();
    }),
  );
};
