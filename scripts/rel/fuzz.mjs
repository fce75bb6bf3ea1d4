// Calls made up from /api/openapi.json, in all roles, most of them right and the others nearly: every answer must be one
// that the description has, soon, and what was refused must have left nothing in the log.
//   node scripts/rel/fuzz.mjs [--requests 3000] [--seed n] [--walkers 4] [--seconds n] [--largest n]
//     [--main path/to/main.js] [--keep]
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { aftermathOf } from './fuzz/aftermath.mjs';
import { asker } from './fuzz/ask.mjs';
import { described } from './fuzz/description.mjs';
import { runLargest } from './fuzz/largest-run.mjs';
import { letterBox } from './fuzz/letters.mjs';
import { startPulse } from './fuzz/pulse.mjs';
import { aRandom } from './fuzz/random.mjs';
import { startRegister } from './fuzz/register.mjs';
import { socketeer } from './fuzz/sockets.mjs';
import { walk } from './fuzz/walk.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '3000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    walkers: { type: 'string', default: '4' },
    /** After so long it is enough, however many were made. */
    seconds: { type: 'string' },
    /** So many of the largest inputs are sent, and nothing else where there are no other requests. */
    largest: { type: 'string', default: 'all' },
    main: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const LIVE_MS = 250;
const SHARE = 0.4;
const PROGRESS_MS = 60_000;
const seed = Number(values.seed);
const requests = Number(values.requests);

const dataDir = aFolder('dosar-fuzz-');
const port = await freePort();
const register = await startRegister();
const server = await startServer({
  dataDir,
  port,
  ...(values.main && { main: values.main }),
  environment: { DOSAR_ANAF: register.url, DOSAR_LOG_LEVEL: 'error' },
});
console.log(`${requests} requests, seed ${seed}, ${dataDir}`);
const document = await (await fetch(`${server.url}/api/openapi.json`)).json();
const description = described(document);
const asked = asker(server.url, description, server.pid);
const violations = [...description.faults];
const sockets = socketeer(server.url, description, (what) => violations.push(what));
const pulse = startPulse(server.url, server.pid);
const started = performance.now();
const stopping = new AbortController();
if (values.seconds) setTimeout(() => stopping.abort(), Number(values.seconds) * 1_000).unref();
const progress = setInterval(
  () => console.log(`${asked.figures.requests} requests, ${JSON.stringify(asked.found)}`),
  PROGRESS_MS,
);

if (requests > 0)
  await walk({
    asked,
    description,
    sockets,
    requests,
    url: server.url,
    random: aRandom(seed),
    letters: letterBox(dataDir),
    walkers: Number(values.walkers),
    signal: stopping.signal,
    report: (what) => violations.push(what),
  }).catch((error) => violations.push(error.stack));

clearInterval(progress);
sockets.end();
const seconds = Math.round((performance.now() - started) / 1000);
const live = await pulse.stop();
const before = performance.now();
const largest = await runLargest({
  url: server.url,
  pid: server.pid,
  document,
  description,
  random: aRandom(seed),
  most: values.largest === 'all' ? Infinity : Number(values.largest),
  report: (what) => (asked.found.largest = violations.push(`largest inputs: ${what}`)),
});
largest.seconds = Math.round((performance.now() - before) / 1000);
const code = await server.stop();
register.stop();
if (code !== 0) violations.push(`the server ended with ${code}`);
const complaints = server.complained().split('\n').filter(Boolean);
for (const line of complaints.slice(0, 20)) violations.push(`the server says: ${line.slice(0, 400)}`);
const { faults, events } = aftermathOf(dataDir, asked.refused);
violations.push(...asked.violations, ...faults);
if (faults.length > 0) asked.found.left_in_the_log = faults.length;

/** What the calls that nobody succeeded with were answered last, and the call that gives them their ticket. */
const lastRefusals = (id) =>
  [...asked.refused.values()]
    .filter((each) => each.id === id || each.id === id.replace(/\.content(\.head)?$/, '.download'))
    .slice(-5)
    .map(({ status, call, ...each }) => `${each.id} ${status} ${JSON.stringify(call).slice(0, 200)}`)
    .join('; ') || 'it was never called';

const { figures } = asked;
const share = requests > 0 ? figures.successes / figures.requests : 1;
const never = requests > 0 ? asked.never() : [];
if (share < SHARE) violations.push(`only ${Math.round(share * 100)} % of the requests were successes`);
for (const id of never) violations.push(`${id} never succeeded: ${lastRefusals(id)}`);
if (live.slowest_without_the_queue > LIVE_MS || live.faults > 0)
  violations.push(`/api/health/live: ${JSON.stringify(live)}`);
for (const each of violations.slice(0, 60)) console.error(each);
console.log(JSON.stringify({ mutations: figures.mutations, statuses: figures.statuses, slowest: asked.slow() }));
console.log(
  JSON.stringify({
    requests: figures.requests,
    seed,
    seconds,
    successes: `${Math.round(share * 100)} %`,
    operations: description.operations.size,
    never_succeeded: never.length,
    slowest_ms: figures.slowest,
    live,
    sockets: sockets.figures,
    largest,
    events,
    found: asked.found,
    violations: violations.length,
  }),
);
if (!values.keep) remove(dataDir);
await exit(violations.length > 0 ? 1 : 0);
