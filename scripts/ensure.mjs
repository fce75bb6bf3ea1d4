// What the other scripts need to be there: packages, bundles, programs of the operating system.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs a command and shows what it says. Rejects when it fails. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`));
    });
  });

/** `npm ci` when there are no packages, or those of another lock file. */
export const ensureInstalled = async () => {
  const lock = readFileSync('package-lock.json', 'utf8');
  const stamp = 'node_modules/.dosar-lock';
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing packages…');
  await run('npm', ['ci', '--loglevel=error']);
  writeFileSync(stamp, lock);
};

const OUTPUT = new Set(['node_modules', 'dist', 'dist-types', 'dist-spec', 'test-results', 'documents']);

const newest = (folder) => {
  let found = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (OUTPUT.has(entry.name)) continue;
    const place = join(folder, entry.name);
    found = Math.max(found, entry.isDirectory() ? newest(place) : statSync(place).mtimeMs);
  }
  return found;
};

const SOURCES = ['apps', 'libs', 'scripts/config'];
const BUILT = ['gateway/dist/main.js', 'projector/dist/main.js', 'console/dist/index.html'].map(
  (file) => `apps/${file}`,
);

/**
 * Builds when a source is newer than what was built from it. `BUILT` names a folder where that is done already: while many
 * programs run, none of them may take away what the others start.
 */
export const ensureBuilt = async () => {
  if (process.env.BUILT === process.cwd()) return;
  const built = Math.min(...BUILT.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)));
  if (built > Math.max(...SOURCES.map(newest))) return;
  console.log('Building…');
  await run('node_modules/.bin/nx', ['run-many', '-t', 'build', '--outputStyle=static'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: quiet(),
  });
  // what did not change was not built again, and is as new as the rest all the same
  const now = new Date();
  for (const file of BUILT) utimesSync(file, now, now);
};

/** Nx asks nobody and tells nobody. */
export const quiet = () => ({ ...process.env, NX_NO_CLOUD: 'true', NX_DAEMON: 'false', NX_TUI: 'false' });

/** Programs from Debian's packages, by the package that has them. */
export const ensurePrograms = async (programs) => {
  const missing = Object.entries(programs).filter(([program]) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0) return;
  await install([...new Set(missing.map(([, name]) => name))]);
};

/** Words in pictures, Romanian ones as well. */
export const ensureOcr = async () => {
  const { stdout } = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' });
  if (/^ron$/m.test(stdout ?? '') && spawnSync('pdftoppm', ['-v']).status === 0) return;
  await install(['tesseract-ocr', 'tesseract-ocr-ron', 'tesseract-ocr-eng', 'poppler-utils']);
};

/** Debian's Python, which finds Debian's packages. */
export const PYTHON = '/usr/bin/python3';

/** For the reader of the log that was written from its description alone. */
export const ensurePython = async () => {
  if (spawnSync(PYTHON, ['-c', 'import cryptography']).status !== 0) await install(['python3-cryptography']);
};

const install = async (packages) => {
  console.log(`Installing ${packages.join(', ')}…`);
  const root = process.getuid?.() === 0 ? [] : ['sudo'];
  // two that ask at the same time take turns
  const [command, ...before] = [...root, 'flock', '/tmp/dosar-install.lock', 'apt-get'];
  await run(command, [...before, 'update', '-qq']);
  await run(command, [...before, 'install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
};
