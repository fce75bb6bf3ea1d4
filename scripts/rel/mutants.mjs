// A seeded draw of mutants of product code: each is one small change, which the specs of its own project must notice.
//   npm run rel:mutants -- [--count 100] [--seed 1] [--project libs/domain] [--from 0 --to 25] [--nearest 6]
// The specs run once with the drawn places watched, so that each mutant is given only the specs that reach it, the nearest
// first: those of its file, of its folder, then the quickest. With --nearest it is given no more than so many of them, and
// whether one that survives them survives all is left open.
// What survives is given to the compiler. Its last line is JSON.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfSources } from './copy-of-sources.mjs';
import { mutated, sitesIn, watched } from './mutation-sites.mjs';

import { remove, ROOT } from './server.mjs';
import { seededRandom } from './writers.mjs';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    project: { type: 'string' },
    from: { type: 'string', default: '0' },
    to: { type: 'string', default: '1000000' },
    nearest: { type: 'string', default: '1000000' },
  },
});

const PROJECTS = [
  'libs/kernel',
  'libs/search',
  'libs/invoices',
  'libs/domain',
  'libs/adapters',
  'apps/gateway',
  'apps/console',
];
/** Tests, generated code, sentences, what starts a process (journeys see it), and adapters whose suites need a server of their own. */
const OUTSIDE =
  /\.(spec|suite|d)\.ts$|\.worker\.ts$|\/(testing|matrix|demo|dist|operator)\/|\/(ro|en)\.ts$|testing\.ts$|apps\/gateway\/(main|start|dosar)\.ts$|console\/(app\/sentences|vite)|(eventstoredb|mongodb|nats|s3)[^/]*\.ts$/;

const files = execFileSync('git', ['ls-files', ...PROJECTS], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !OUTSIDE.test(file));
/** Adapters that keep things in memory stand beside their ports; the suites that say what they promise, with the other adapters. */
const projectOf = (file) =>
  /^libs\/(kernel\/memory\/|search\/memory\.ts)/.test(file)
    ? 'libs/adapters'
    : PROJECTS.find((project) => file.startsWith(`${project}/`));
/** As they were when it began. */
const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const source = (file) => sources.get(file);

const draw = () => {
  const all = files.flatMap((file) => sitesIn(file, source(file)).map((site) => ({ file, ...site })));
  const next = seededRandom(Number(options.seed));
  const drawn = [];
  while (drawn.length < Number(options.count) && all.length > 0) drawn.push(...all.splice(next(all.length), 1));
  return drawn.map((site, id) => ({ id, ...site }));
};

const copy = copyOfSources([
  'apps/gateway',
  'apps/console',
  'apps/projector',
  'scripts/config',
  'tsconfig*',
  'package.json',
]);
process.on('exit', () => remove(copy));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const write = (file, text) => writeFileSync(join(copy, file), text);

write(
  'reached.cjs',
  `const { appendFileSync } = require('node:fs');
const known = new Set();
globalThis.__reached = (id) => {
  if (known.has(id)) return;
  known.add(id);
  appendFileSync(${JSON.stringify(join(copy, 'reached.txt'))}, id + ' ' + expect.getState().testPath + '\\n');
};`,
);
write(
  'in-order.cjs',
  `const order = (process.env.ORDER ?? '').split(',');
module.exports = class { sort(tests) { return [...tests].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path)); }
  allFailedTests(tests) { return tests; } shard(tests) { return tests; } cacheResults() {} };`,
);
for (const project of PROJECTS)
  write(
    join(project, 'jest.mutants.cjs'),
    `module.exports = { ...require('./jest.config.cjs'), rootDir: __dirname, testTimeout: 30_000, testSequencer: ${JSON.stringify(join(copy, 'in-order.cjs'))},
  cacheDirectory: ${JSON.stringify(join(ROOT, '.nx/jest'))}, setupFilesAfterEnv: process.env.WATCH ? [${JSON.stringify(join(copy, 'reached.cjs'))}] : [] };`,
  );

const jest = (project, args, environment, timeout) =>
  spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/jest/bin/jest.js'), '-c', 'jest.mutants.cjs', '--runInBand', '--forceExit', ...args],
    {
      cwd: join(copy, project),
      env: { ...process.env, FORCE_COLOR: '0', ...environment },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout,
      killSignal: 'SIGKILL',
    },
  );

const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT }).toString().trim();

/** So many specs are run together with the places watched; what they reached is kept for the next part. */
const TOGETHER = 12;

/** Which specs reach which place, how long each took, and which are red without any mutant. */
const watch = (project, sites) => {
  const key = `${head} ${options.count} ${options.seed}`;
  const place = join(ROOT, '.nx', `mutants-${project.replace('/', '-')}.json`);
  const kept = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : null;
  const seen = kept?.key === key ? kept : { key, took: [], red: [], reached: [] };
  const specs = jest(project, ['--listTests']).stdout.split('\n').filter(Boolean);
  const left = specs.map((path) => relative(copy, path)).filter((path) => !seen.took.some(([known]) => known === path));
  for (let at = 0; at < left.length; at += TOGETHER) {
    const found = watchNow(sites, project, left.slice(at, at + TOGETHER));
    for (const what of ['took', 'red', 'reached']) seen[what].push(...found[what]);
    writeFileSync(place, JSON.stringify(seen));
  }
  return { ...seen, took: new Map(seen.took) };
};

const watchNow = (sites, project, specs) => {
  for (const file of new Set(sites.map((site) => site.file)))
    write(
      file,
      watched(
        source(file),
        sites.filter((site) => site.file === file),
      ),
    );
  rmSync(join(copy, 'reached.txt'), { force: true });
  const paths = specs.map((path) => join(copy, path));
  const results = join(copy, 'results.json');
  jest(
    project,
    ['--silent', '--json', '--outputFile', results, '--runTestsByPath', ...paths],
    { WATCH: 'yes' },
    1_800_000,
  );
  for (const { file } of sites) write(file, source(file));
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const took = testResults.map(({ name, startTime, endTime }) => [relative(copy, name), endTime - startTime]);
  const red = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(copy, name));
  const lines = existsSync(join(copy, 'reached.txt'))
    ? readFileSync(join(copy, 'reached.txt'), 'utf8').split('\n')
    : [];
  const reached = lines.filter(Boolean).map((line) => line.split(' '));
  return { took, red, reached: reached.map(([id, path]) => [Number(id), relative(copy, path)]) };
};

const judge = (site, { took, red, reached }) => {
  const project = projectOf(site.file);
  const stem = basename(site.file).split('.')[0];
  const far = (path) => (basename(path).startsWith(stem) ? 0 : dirname(path) === dirname(site.file) ? 1 : 2);
  let specs = reached.filter(([id]) => id === site.id).map(([, path]) => path);
  // code of a thread tells nobody that it was reached: the specs of its folder are asked
  const byThread = specs.length === 0;
  if (byThread) specs = [...took.keys()].filter((path) => path.startsWith(dirname(site.file)));
  specs = specs.filter((path) => !red.includes(path)).sort((a, b) => far(a) - far(b) || took.get(a) - took.get(b));
  const reaching = specs.length;
  specs = specs.slice(0, Number(options.nearest));
  if (specs.length === 0) return { end: 'survived', by: 'no spec reaches it' };
  const limit = 60_000 + 4 * specs.reduce((sum, path) => sum + took.get(path), 0);
  write(site.file, mutated(source(site.file), site));
  const paths = specs.map((path) => join(copy, path));
  const { status, signal, stderr, error } = jest(
    project,
    ['--bail', '--runTestsByPath', ...paths],
    { ORDER: paths.join(',') },
    limit,
  );
  write(site.file, source(site.file));
  if (/Syntax Error/.test(stderr)) return { end: 'invalid', by: stderr.slice(0, 300) };
  if (error) return { end: 'killed', by: `not over after ${limit} ms` };
  if (signal) return { end: 'invalid', by: `its process ended by ${signal}` };
  if (status !== 0) return { end: 'killed', by: /^\s+● (.+)$/m.exec(stderr)?.[1] ?? stderr.slice(-200) };
  return {
    end: 'survived',
    by: `${specs.length} of ${reaching} specs${byThread ? ' of its folder, by no call of the main thread' : ''}`,
  };
};

/** Whether the compiler would have said it. */
const compiles = (site) => {
  const tsc = () =>
    spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/tsc7/bin/tsc'), '-b', projectOf(site.file), '--pretty', 'false'],
      {
        cwd: copy,
        encoding: 'utf8',
      },
    );
  write(site.file, mutated(source(site.file), site));
  const { stdout } = tsc();
  write(site.file, source(site.file));
  return !stdout.includes(site.file.split('/').slice(2).join('/'));
};

const drawn = draw().filter(({ file }) => !options.project || projectOf(file) === options.project);
const part = drawn.slice(Number(options.from), Number(options.to));
const counted = { mutants: 0, killed: 0, survived: 0, not_compiling: 0, invalid: 0 };
const survivors = [];
for (const project of PROJECTS) {
  const sites = part.filter(({ file }) => projectOf(file) === project);
  if (sites.length === 0) continue;
  const known = watch(
    project,
    drawn.filter(({ file }) => projectOf(file) === project),
  );
  for (const path of known.red) console.log(`RED WITHOUT ANY  ${path}`);
  for (const site of sites) {
    const verdict = judge(site, known);
    if (verdict.end === 'survived' && !compiles(site)) verdict.end = 'not_compiling';
    counted.mutants += 1;
    counted[verdict.end] += 1;
    const change = `${site.was.replace(/\s+/g, ' ').slice(0, 90)} → ${site.by.replace(/\s+/g, ' ').slice(0, 90)}`;
    if (verdict.end === 'survived') survivors.push(`${site.file}:${site.line} ${change}`);
    console.log(
      `${verdict.end.padEnd(13)} ${site.file}:${site.line}  [${site.sort}] ${change}\n              ${verdict.by}`,
    );
  }
}
const judged = counted.killed + counted.survived;
console.log(
  JSON.stringify({ ...counted, killed_percent: Math.round((1000 * counted.killed) / judged) / 10, survivors }),
);
