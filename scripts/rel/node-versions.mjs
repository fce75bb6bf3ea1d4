// Dosar on the releases of Node.js that are supported beside the one at hand, whose binaries the npm registry has. Each runs
// all specs, a month of documents over HTTP and the journeys; with --short, what says soonest that a release does not suit:
// the kernel's specs, the month of documents, one journey.
//   node scripts/rel/node-versions.mjs [--short] [22 24]
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensurePrograms, quiet, run } from '../ensure.mjs';
import { exit } from '../ending.mjs';
import { projectsWithSpecs } from '../projects.mjs';

/** By release line; an exact version, as all that is installed. */
const VERSIONS = { 22: '22.23.3', 24: '24.21.0' };
/** Native packages are what a release breaks first: this journey signs in, uploads, previews and searches. */
const SHORT_JOURNEY = ['review', '--grep', 'thirty documents'];

const args = process.argv.slice(2);
const isShort = args.includes('--short');
const lines = args.filter((each) => each in VERSIONS);

/** The folder with the `node` of that release, fetched once. */
const binOf = async (line) => {
  const version = VERSIONS[line];
  const name = `node-linux-${process.arch}`;
  const prefix = join('.nx', 'node', version);
  const bin = join(process.cwd(), prefix, 'node_modules', name, 'bin');
  if (!existsSync(join(bin, 'node')))
    await run('npm', [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--loglevel=error',
      '--prefix',
      prefix,
      `${name}@${version}`,
    ]);
  return bin;
};

const jest = (project, ...more) => [
  'node_modules/jest/bin/jest.js',
  '-c',
  join(project, 'jest.config.cjs'),
  '--silent',
  ...more,
];
const steps = () =>
  isShort
    ? [jest('libs/kernel'), ['scripts/rel/documents.mjs'], ['scripts/e2e.mjs', 'journeys', ...SHORT_JOURNEY]]
    : [...projectsWithSpecs().map((project) => jest(project)), ['scripts/rel/documents.mjs'], ['scripts/e2e.mjs']];

/** Runs one step by that release, for whatever it starts as well; what it printed is shown when it fails. */
const passes = (bin, step) =>
  new Promise((resolve) => {
    const env = { ...quiet(), PATH: `${bin}:${process.env['PATH']}`, CI: 'true', FORCE_COLOR: '0' };
    const child = spawn(join(bin, 'node'), step, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) => {
      if (code !== 0) console.error(output.split('\n').slice(-80).join('\n'));
      resolve(code === 0);
    });
  });

await ensureInstalled();
await ensurePrograms({ 'chromium-headless-shell': 'chromium-headless-shell' });
await ensureBuilt();
let failures = 0;
for (const line of lines.length > 0 ? lines : Object.keys(VERSIONS)) {
  const bin = await binOf(line);
  for (const step of steps()) {
    const started = performance.now();
    const isGood = await passes(bin, step);
    if (!isGood) failures += 1;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${isGood ? 'ok    ' : 'FAILED'} Node.js ${VERSIONS[line]}: ${step.join(' ')} (${seconds} s)`);
  }
}
console.log(JSON.stringify({ failures }));
await exit(failures > 0 ? 1 : 0);
