// npm run check: types, lint and the specs of what a change touches; with --all those of everything. It needs no right and no
// program beside Node.js, installs nothing beside the packages, and stays under five minutes; its last line counts.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled, quiet } from './ensure.mjs';
import { projectsWithSpecs } from './projects.mjs';
import { specResults } from './spec-results.mjs';
import { touchedSpecs } from './touched.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const { values: options } = parseArgs({
  options: { all: { type: 'boolean', default: false }, since: { type: 'string' } },
});

/** No more specs are begun after that: what is left is counted. */
const SPECS_MS = 180_000;
/** So many files of specs at a time. */
const TOGETHER = 12;

const started = performance.now();
const total = { passed: 0, failed: 0, notRun: 0 };
const seconds = (since) => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

const notRun = (what, count = 1) => {
  total.notRun += count;
  console.log(`NOT RUN ${what}`);
};

const run = (command, args) =>
  new Promise((resolve) => {
    const env = { ...quiet(), FORCE_COLOR: '0', DOSAR_OCR: 'off' };
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let said = '';
    child.stdout.on('data', (data) => (said += data));
    child.stderr.on('data', (data) => (said += data));
    child.on('close', (code) => resolve({ ok: code === 0, said }));
  });

const check = async (name, command, ...args) => {
  const since = performance.now();
  const { ok, said } = await run(command, args);
  total[ok ? 'passed' : 'failed'] += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds(since)})`);
  if (!ok) console.log(said.split('\n').slice(-200).join('\n'));
};

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const lines = (text) => text.split('\0').filter(Boolean);

const tried = (...args) => {
  try {
    return git(...args);
  } catch {
    return null;
  }
};

/** Where this work began: at what others have; else at the last commit but one. */
const base = () => {
  if (options.since) return options.since;
  const common = tried('merge-base', 'origin/main', 'HEAD');
  if (common !== null && common !== git('rev-parse', 'HEAD')) return common;
  return tried('rev-parse', 'HEAD~1') ?? 'HEAD';
};

const files = lines(git('ls-files', '-zco', '--exclude-standard')).filter((file) => existsSync(file));
const changedSince = (ref) => [
  ...new Set([
    ...lines(git('diff', '-z', '--name-only', '--no-renames', ref)),
    ...lines(git('ls-files', '-zo', '--exclude-standard')),
  ]),
];

const RESULTS = 'dist-spec/check.json';

const specsOf = async (project, specs) => {
  const since = performance.now();
  const results = join(project, RESULTS);
  rmSync(results, { force: true });
  const config = ['-c', join(project, 'jest.config.cjs'), '--silent', '--json', `--outputFile=${results}`];
  const { said } = await run('node_modules/.bin/jest', [...config, ...(specs ? ['--runTestsByPath', ...specs] : [])]);
  const { passed, failed, failures, skipped } = specResults(results);
  total.passed += passed;
  total.failed += failed;
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'} specs of ${project}: ${passed} passed, ${failed} failed (${seconds(since)})`,
  );
  if (failed > 0) console.log(failures.join('\n\n') || said.split('\n').slice(-200).join('\n'));
  for (const each of skipped) notRun(each);
};

/** The nearest first, as far as there is time. */
const specsOfChange = async (changed) => {
  const projects = projectsWithSpecs();
  const left = touchedSpecs(files, changed);
  while (left.length > 0 && performance.now() - started < SPECS_MS) {
    const now = left.splice(0, TOGETHER);
    for (const project of projects) {
      const own = now.filter((spec) => spec.startsWith(`${project}/`));
      if (own.length > 0) await specsOf(project, own);
    }
  }
  if (left.length > 0)
    notRun(`${left.length} files of specs that are touched from farther away: npm run check -- --all`, left.length);
};

const LINTED = /\.(ts|tsx|mjs|js)$/;
const FORMATTED = /\.(ts|tsx|mts|mjs|cjs|js|json|md|css|yml|yaml|html)$/;
const eslint = (name, ...what) =>
  check(name, 'node_modules/.bin/eslint', '--max-warnings=0', '--no-warn-ignored', ...what);
const prettier = (...what) =>
  check('format', 'node_modules/.bin/prettier', '--check', '--log-level=warn', '--ignore-unknown', ...what);
const types = () => check('types', 'node_modules/.bin/nx', 'run-many', '-t', 'typecheck', '--outputStyle=static');

const everything = async () => {
  const rest = projectsWithSpecs().filter((project) => project !== 'apps/gateway');
  await Promise.all([
    specsOf('apps/gateway'),
    (async () => {
      await types();
      await eslint('lint of the server', 'apps/gateway', 'apps/projector', 'libs');
      await eslint('lint of the console and the scripts', 'apps/console', 'apps/e2e', 'scripts');
      await prettier('.');
      for (const project of rest) await specsOf(project);
    })(),
  ]);
};

const change = async (changed) => {
  const there = changed.filter((file) => existsSync(file));
  const linted = there.filter((file) => LINTED.test(file));
  const formatted = there.filter((file) => FORMATTED.test(file));
  await Promise.all([
    specsOfChange(changed),
    (async () => {
      await types();
      if (linted.length > 0) await eslint(`lint of ${linted.length} files`, ...linted);
      if (formatted.length > 0) await prettier(...formatted);
    })(),
  ]);
};

if (!existsSync('node_modules')) await ensureInstalled();
const INSTALLED = 'node_modules/.package-lock.json';
if (!existsSync(INSTALLED) || statSync(INSTALLED).mtimeMs < statSync('package-lock.json').mtimeMs)
  console.log('The packages here may be older than package-lock.json: npm ci brings those that it names.');
// it writes files that must not be there, so nothing else reads the tree meanwhile
await check('who imports whom, and canaries', process.execPath, 'scripts/check-imports.mjs');
if (options.all) await everything();
else {
  const since = base();
  const changed = changedSince(since);
  console.log(`${changed.length} files differ from ${since.slice(0, 8)}`);
  await change(changed);
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.notRun} not run (${seconds(started)})`);
process.exit(total.failed > 0 ? 1 : 0);
