import { spawnSync } from 'node:child_process';
import { CannotStart, isOutage } from '@dosar/kernel/runtime';

type Running = { readonly stop: () => Promise<void> };

/** How long work under way may take to end. */
const DRAIN_MS = 9_000;
/** As sysexits.h calls them: unavailable, a wrong configuration, a defect. */
const EXITS = { outage: 69, expected: 78, defect: 70 } as const;

/** Forbids core dumps, which would contain keys; works where there is `prlimit`. */
const forbidCoreFiles = (): void => {
  spawnSync('prlimit', ['--core=0:0', `--pid=${process.pid}`], { stdio: 'ignore' });
};

/** Removes passwords and keys from the environment once they are read, so that threads and children do not inherit them. */
const forgetConfiguration = (): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('DOSAR_')) delete process.env[name];
};

/**
 * Runs until a signal stops it. `begin` reads its configuration before it awaits anything. When it cannot start it says why,
 * and its exit code says whether trying again may help.
 */
export const runProcess = async <R extends Running>(
  name: string,
  begin: () => Promise<R>,
  introduce: (running: R, isStopping: () => boolean) => void | Promise<void>,
): Promise<void> => {
  // files are private to this user
  process.umask(0o077);
  forbidCoreFiles();
  let running: R | null = null;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    await running?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  try {
    const beginning = begin();
    forgetConfiguration();
    running = await beginning;
    if (stopping) await running.stop();
    else await introduce(running, () => stopping);
  } catch (error) {
    const expected = error instanceof CannotStart || isOutage(error);
    const what = expected ? error.message : ((error as Error).stack ?? String(error));
    process.stderr.write(`${name} cannot start: ${what}\n`);
    process.exit(isOutage(error) ? EXITS.outage : expected ? EXITS.expected : EXITS.defect);
  }
};
