// npm test: everything that says whether this tree is good, on a fresh clone as well. Its last line counts.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LEFT_OPEN } from './config/jest.teardown.mjs';
import { ensureBuilt, ensureInstalled, ensureOcr, ensurePrograms, quiet } from './ensure.mjs';
import { projectsWithSpecs } from './projects.mjs';
import { runBounded } from './run-bounded.mjs';
import { SERVICES, servicesHere } from './services.mjs';
import { specResults } from './spec-results.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const total = { passed: 0, failed: 0, notRun: 0, alone: 0 };

/** What is said to be promised and is not looked at here. */
const notRun = (what) => {
  total.notRun += 1;
  console.log(`NOT RUN ${what}`);
};

/** Runs a command; what it says is shown only when it fails, or when something of it was still open at its end. */
const run = async (command, args) => {
  const { ok, said } = await runBounded(command, args, {
    // what looks at OCR asks for it itself; elsewhere it would only keep the machine busy
    env: { ...quiet(), CI: 'true', FORCE_COLOR: '0', OPERATIONS: '1000', DOSAR_OCR: 'off', BUILT: process.cwd() },
  });
  for (const open of said.split('\n').filter((line) => line.startsWith(LEFT_OPEN))) console.log(open);
  return { ok, said };
};

/** More failures than these are not the machine's. */
const MOST_AGAIN = 5;
/** What failed beside others: how many, and how they are run once more. */
const failedBesideOthers = [];

/**
 * Two cores that do three things at a time are late now and then: the few that failed are run once more, alone. What passes
 * then is counted by itself in the last line, so that nobody takes it for what always passes.
 */
const onceMoreAlone = async () => {
  if (total.failed > MOST_AGAIN) return;
  for (const { name, count, command, args } of failedBesideOthers) {
    const { ok, said } = await run(command, args);
    console.log(`${ok ? 'ALONE ' : 'FAILED'} ${name}: once more, with the machine to itself`);
    if (!ok) {
      console.log(said.split('\n').slice(-200).join('\n'));
      continue;
    }
    total.failed -= count;
    total.alone += count;
  }
};

/** Three at a time, for two cores: most of them wait as much as they work. */
const together = async (...checks) => {
  const lane = async () => {
    for (let next = checks.shift(); next; next = checks.shift()) await next();
  };
  await Promise.all([lane(), lane(), lane()]);
};

/** One check: it passes or it fails. */
const check = (name, command, args) => async () => {
  const started = performance.now();
  const { ok, said } = await run(command, args);
  total[ok ? 'passed' : 'failed'] += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) {
    failedBesideOthers.push({ name, count: 1, command, args });
    console.log(said.split('\n').slice(-200).join('\n'));
  } else if (args.some((arg) => /^scripts\/(rel\/|int\.mjs)/.test(arg)))
    console.log(`       ${said.trim().split('\n').at(-1)}`);
};

const withSpecs = projectsWithSpecs();
const jest = (project, ...args) => ['-c', join(project, 'jest.config.cjs'), '--silent', ...args];

/** Many tests: each counts. `results` names, by project, the file that each run leaves. */
const specs = (name, results, command, args) => async () => {
  const started = performance.now();
  for (const [, file] of results) rmSync(file, { force: true });
  const { ok, said } = await run(command, args);
  const counted = { passed: 0, failed: 0 };
  const failures = [];
  for (const [project, file] of results) {
    const result = specResults(file);
    counted.passed += result.passed;
    counted.failed += result.failed;
    failures.push(...result.failures);
    for (const skipped of result.skipped) notRun(skipped);
    if (result.failedFiles.length > 0)
      failedBesideOthers.push({
        name: result.failedFiles.join(', '),
        count: result.failed,
        command: 'node_modules/.bin/jest',
        args: jest(project, '--runTestsByPath', ...result.failedFiles),
      });
  }
  if (!ok && counted.failed === 0) counted.failed = 1;
  // without results it did not end
  if (results.some(([, file]) => !existsSync(file)))
    failedBesideOthers.push({ name, count: counted.failed, command, args });
  total.passed += counted.passed;
  total.failed += counted.failed;
  console.log(
    `${counted.failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${counted.passed} passed, ${counted.failed} failed (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (counted.failed > 0) console.log(failures.join('\n\n') || said.split('\n').slice(-400).join('\n'));
};

/**
 * A part of a project's specs, in a process of its own. Jest leaves of each file what it had loaded: a process with half of
 * them spent a third of its time on collecting garbage, on starting programs from 3.8 GB, and on the contexts of closed apps.
 */
const partOfSpecs = (project, part, of) => {
  const results = join(project, `dist-spec/results-${part}.json`);
  const args = jest(project, '--json', `--outputFile=${results}`, '--runInBand', `--shard=${part}/${of}`);
  return specs(`specs of ${project}, ${part} of ${of}`, [[project, results]], 'node_modules/.bin/jest', args);
};

const GATEWAY_PARTS = 10;

/** Specs of several projects, whose results are cached. */
const specsOf = (projects) =>
  specs(
    'specs of the rest',
    projects.map((project) => [project, join(project, 'dist-spec/results.json')]),
    'node_modules/.bin/nx',
    ['run-many', '-t', 'test', `--projects=${projects.join()}`, '--parallel=1', '--outputStyle=static'],
  );

const JOURNEYS = 'test-results/journeys.json';

/** The files with a journey that failed, as Playwright's report names them. */
const failedFilesIn = (suites = []) =>
  suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file }) => file),
    ...failedFilesIn(inner),
  ]);

/** People's journeys in a browser: each counts. */
const journeys = async () => {
  const started = performance.now();
  rmSync(JOURNEYS, { force: true });
  const { ok, said } = await run(process.execPath, ['scripts/e2e.mjs']);
  const report = existsSync(JOURNEYS) ? JSON.parse(readFileSync(JOURNEYS, 'utf8')) : null;
  const stats = report?.stats;
  const [passed, failed] = stats ? [stats.expected, stats.unexpected + stats.flaky] : [0, 0];
  const counted = { passed, failed: ok ? failed : Math.max(failed, 1) };
  if (failed > 0)
    failedBesideOthers.push({
      name: 'journeys that failed',
      count: failed,
      command: process.execPath,
      // a run for another release of Node.js comes between: what failed last is another's by then
      args: ['scripts/e2e.mjs', 'journeys', ...new Set(failedFilesIn(report.suites))],
    });
  total.passed += counted.passed;
  total.failed += counted.failed;
  console.log(
    `${counted.failed === 0 ? 'ok    ' : 'FAILED'} journeys in a browser: ${counted.passed} passed, ${counted.failed} failed (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (counted.failed > 0) console.log(`${said.split('\n').slice(-200).join('\n')}\nPictures: test-results/journeys`);
};

const rel = (script, ...args) => [process.execPath, [`scripts/rel/${script}.mjs`, ...args]];

/** Two of them; all take ten minutes. */
const SOME_MISTAKES = ['before the commit', 'null where'];
/** Some of each kind; all take six minutes. */
const SOME_DAMAGE = ['60 records', 'older views', 'one client’s key', 'unknown type'];

await ensureInstalled();
await ensurePrograms({ strace: 'strace', 'chromium-headless-shell': 'chromium-headless-shell' });
await ensureOcr();
await ensureBuilt();

// it writes files that must not be there, so nothing else reads the tree meanwhile
await check('who imports whom, and canaries', process.execPath, ['scripts/check-imports.mjs'])();

/** The adapters of the distributed profile, at whatever servers can be had here; what cannot is said, and counts as neither. */
const here = servicesHere();
const INT = { eventstore: 'eventstore', mongodb: 'mongo', s3: 's3', meilisearch: 'meilisearch', nats: 'nats' };
const int = (service) => ['scripts/services.mjs', service, '--', process.execPath, 'scripts/int.mjs', INT[service]];

// the longest first, so that no lane waits for another at the end; beside browser and specs those that wait most
await together(
  journeys,
  ...Array.from({ length: GATEWAY_PARTS }, (_, at) => partOfSpecs('apps/gateway', at + 1, GATEWAY_PARTS)),
  specsOf(withSpecs.filter((project) => project !== 'apps/gateway')),
  check(
    'who hears what over sockets, short',
    ...rel('sockets', '--short', 'delivered', 'frames', 'lost', 'stopped', 'room', 'soon', 'idle'),
  ),
  ...here.map((service) => check(`the adapters on ${service}`, process.execPath, int(service))),
  check('mistakes on purpose have a place', ...rel('sabotage', '--places')),
  check('those of the distributed profile, too', ...rel('sabotage-distributed', '--places')),
  check('mistakes on purpose, short', ...rel('sabotage', ...SOME_MISTAKES)),
  check('power cuts, short', ...rel('power', '--writes', '200', '--cuts', '80', '--torn', '2')),
  check('files that are damaged, older or missing, short', ...rel('bad-input', ...SOME_DAMAGE)),
  // several projects in one process: what they import is read once
  check('lint of the server', 'node_modules/.bin/eslint', [
    'apps/gateway',
    'apps/projector',
    'libs',
    '--max-warnings=0',
  ]),
  check('lint of the console and the scripts', 'node_modules/.bin/eslint', [
    'apps/console',
    'apps/e2e',
    'scripts',
    '--max-warnings=0',
  ]),
  check('documents that end their readers, short', ...rel('killers', '--short')),
  check('wrong addresses, passwords and versions', ...rel('refused-starts')),
  check('the month of documents, its log on EventStoreDB', ...rel('mixtures', 'log on')),
  check('kill -9 under writers, short', ...rel('kills', '--kills', '8')),
  check('an upgrade to the next level, and back, short', ...rel('upgrades', '--kills', '2')),
  check('backups under load, restored, short', ...rel('backups', '--rounds', '2', '--short')),
  check('a key that is destroyed is nowhere any more', ...rel('destroyed-key')),
  check('random commands, and the log read by another program, short', ...rel('records', '--commands', '600')),
  check('nothing stored confirms a guess', ...rel('oracles')),
  check('the demo, read by another program', ...rel('demo')),
  check('a document that a killed server was reading, short', ...rel('tries', '--short')),
  check('behind the proxies of deploy/', ...rel('proxy')),
  check('kills between an event, its notification and its letter, short', ...rel('digests', '--rounds', '4')),
  check("the description of the calls in strangers' hands", ...rel('stranger')),
  check('format', 'node_modules/.bin/prettier', ['--check', '--log-level=warn', '.']),
  check('a month of documents over HTTP', ...rel('documents')),
  check('types', 'node_modules/.bin/nx', ['run-many', '-t', 'typecheck', '--outputStyle=static']),
  check('Node.js 24: kernel, documents, a journey', ...rel('node-versions', '--short', '24')),
  check("size of the console's first load", process.execPath, ['scripts/console-size.mjs']),
);
// what measures has the machine to itself
await check('what is made keeps nobody from the loop, short', ...rel('effects', '--short'))();
await check('rights that are taken away, short', ...rel('revocations', '--trials', '3'))();
await check('sockets while others flood them, short', ...rel('sockets', '--short', 'floods'))();
await check('turns while another company floods, short', ...rel('turns', '--short', '--seed', '3'))();
await check(
  'calls made up from the description, short',
  ...rel('fuzz', '--requests', '1200', '--seed', '11', '--largest', '150'),
)();

await onceMoreAlone();

for (const service of SERVICES.filter((each) => !here.includes(each)))
  notRun(`the adapters on ${service}: npm run services ${service} fetches a server`);
notRun(
  'all mistakes on purpose and all damage to files: npm run rel:sabotage, rel:sabotage-distributed, rel:bad-input',
);
notRun('twenty backups under load: npm run rel:backups');
notRun('mutants that are drawn by chance: npm run rel:mutants');
notRun('outages and kills of the distributed profile: npm run rel:outages, npm run rel:kills-distributed');
notRun('the master key replaced, a key destroyed on services: npm run rel:rotations, rel:destroyed-key-distributed');
notRun('what depends on how long the log is: npm run bench:growth');
notRun('the log of the distributed profile set back: npm run rel:set-back-distributed');
notRun('two levels at one log of the distributed profile: npm run rel:upgrades-distributed');
notRun('two people at two gateways of the distributed profile: npm run rel:talk-distributed');
notRun('a real EventStoreDB: DOSAR_EVENTSTORE_URL=esdb://… npm run int:eventstore');
notRun('a real Meilisearch: DOSAR_MEILISEARCH_URL=http://… npm run int:meilisearch');
notRun('all documents that were made to break their readers: npm run rel:hostile-documents, rel:killers');
notRun('5,000 acts of views that keep what their rows were: npm run rel:former-rows');
notRun('kills during pictures, archives, bulk operations and letters: npm run rel:tries');
notRun('floods by strangers beside a bare server: npm run rel:floods');
notRun('a company that floods with each of twenty kinds of work: npm run rel:turns');
notRun('all specs and journeys on Node.js 22 and 24: npm run rel:node-versions');

const alone = total.alone > 0 ? `${total.alone} passed only alone, ` : '';
console.log(`${total.passed} passed, ${alone}${total.failed} failed, ${total.notRun} not run`);
process.exit(total.failed > 0 ? 1 : 0);
