import type { INestApplicationContext, Type } from '@nestjs/common';

const HOUR_MS = 60 * 60 * 1000;
/** Starting has the machine to itself for so long. */
const SOON_MS = 60 * 1000;

/** What a context does beside calls, from the moment on at which it is known who may do what, until the signal. */
export interface Job {
  /** What is said in the log when it fails. */
  readonly failure: string;
  /** The first accounts are made while it is at work, and not before: they need it. */
  readonly isFirst?: true;
  /** It is done once an hour, and again in an hour when it failed. */
  readonly isHourly?: true;
  /** It is done for the first time soon after the start, and not an hour later. */
  readonly isSoon?: true;
  run(signal: AbortSignal): Promise<void>;
}

/** The jobs of these contexts. */
export const jobsOf = (
  app: INestApplicationContext,
  contexts: readonly { readonly jobs: readonly Type<Job>[] }[],
): readonly Job[] => contexts.flatMap(({ jobs }) => jobs.map((job) => app.get(job, { strict: false })));

/** How a job is done: `mayRun` is asked each time, `onFailure` told of each failure. */
type Doing = { readonly mayRun: () => boolean; readonly onFailure: (error: unknown) => void };

/** Does a job until the signal. */
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
