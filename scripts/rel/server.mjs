// A built Dosar as a process of its own, for the reliability runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';

export { freePort } from '../free-port.mjs';
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const ADMIN = { email: 'admin@dosar.test', password: 'Administrator-1' };
/** As `npm start` has them. */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=100', '--v8-pool-size=1'];
/** A start does not take for ever. */
const START_MS = 300_000;
const MAIN = join(ROOT, 'apps/gateway/dist/main.js');

/** Once a script: what is started is what the sources are. */
let built = null;

export const aFolder = (name = 'dosar-rel-') => mkdtempSync(join(tmpdir(), name));
export const remove = (folder) => rmSync(folder, { recursive: true, force: true });

/**
 * Starts a server and resolves when it says that it is ready.
 * @param {{ dataDir: string, port: number, environment?: object, main?: string, before?: string[], startMs?: number }} how
 * `before` is a command to start it with, such as strace; `startMs` is for one that has views of a long log to fill.
 */
export const startServer = async ({
  dataDir,
  port,
  environment = {},
  main = MAIN,
  before = [],
  startMs = START_MS,
}) => {
  if (main === MAIN) await (built ??= ensureBuilt());
  const [command, ...args] = [...before, process.execPath, ...FLAGS, main];
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DOSAR_DATA_DIR: dataDir,
      DOSAR_PORT: String(port),
      DOSAR_ADMIN_EMAIL: ADMIN.email,
      DOSAR_ADMIN_PASSWORD: ADMIN.password,
      DOSAR_LIMITS: 'off',
      DOSAR_LOG_LEVEL: 'warn',
      ...environment,
    },
  });
  let said = '';
  let complained = '';
  child.stderr.on('data', (data) => (complained += data));
  const exited = once(child, 'exit');
  // whatever becomes of the script, it leaves nothing running
  const over = atEnd(() => {
    child.kill('SIGKILL');
    return exited;
  });
  void exited.then(over);
  await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`not ready after ${startMs} ms: ${said}${complained}`)), startMs);
    void exited.then(() => clearTimeout(late));
    child.stdout.on('data', (data) => {
      said += data;
      if (!said.includes('ready in')) return;
      clearTimeout(late);
      resolve();
    });
    child.on('error', reject);
    exited.then(([code, signal]) => reject(new Error(`the server ended with ${signal ?? code}: ${complained}`)));
  });
  // whoever records a server does not pass signals on
  const pid = before.length > 0 ? Number(readFileSync(join(dataDir, 'dosar.pid'), 'utf8')) : child.pid;
  const end = async (signal) => {
    process.kill(pid, signal);
    const [code] = await exited;
    return code;
  };
  return {
    pid,
    url: `http://127.0.0.1:${port}`,
    startedInMs: Math.round(performance.now() - started),
    said: () => said,
    // what is told at every start, as of root, is no complaint
    complained: () => complained.replace(/^.*"part":"start".*\n/gm, ''),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    exited,
  };
};
