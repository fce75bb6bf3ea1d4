import { spawnSync } from 'node:child_process';
import { CannotStart, isOutage } from '@dosar/kernel/runtime';

type Running = { readonly stop: () => Promise<void> };

/** What is under way gets so long to end. */
const DRAIN_MS = 9_000;
/** As sysexits.h calls them: unavailable, a wrong configuration, a defect. */
const EXITS = { outage: 69, expected: 78, defect: 70 } as const;

/** What is in memory, keys among it, is not written to a file when this process dies; it works where there is `prlimit`. */
const forbidCoreFiles = (): void => {
  spawnSync('prlimit', ['--core=0:0', `--pid=${process.pid}`], { stdio: 'ignore' });
};

/** The configuration was read: neither threads nor children get passwords and keys by the environment. */
const forgetConfiguration = (): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('DOSAR_')) delete process.env[name];
};

/** Runs until a signal stops it. `begin` reads its configuration before it waits for anything. What cannot start says why, and by its exit whether trying again may help. */
export const runProcess = async <R extends Running>(
  name: string,
  begin: () => Promise<R>,
  introduce: (running: R, isStopping: () => boolean) => void | Promise<void>,
): Promise<void> => {
  // what is kept here is for nobody else on this machine
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
