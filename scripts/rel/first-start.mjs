// `npm run start:distributed` on empty services whose every answer is late, killed again and again while it makes the demo:
// in the end the demo is what one makes that nobody disturbs, and nothing of it is there twice.
//   node scripts/rel/first-start.mjs [--kills 5] [--late 50] [--seed n]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { atEnd, exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { SERVICES, startServices } from '../services.mjs';
import { lateTo } from '../services/late.mjs';
import { client, must, untilReady } from './client.mjs';
import { aFolder, freePort, remove, ROOT } from './server.mjs';
import { faultsOfLog } from './stored.mjs';
import { faultsOfObjects, recordsOn } from './stored-on-services.mjs';
import { seededRandom } from './writers.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '5' },
    late: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const random = seededRandom(Number(values.seed));
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
/** A whole demo takes no longer, however late the answers are. */
const MOST_MS = 600_000;
const MAKING = 'the demo is being made';
/** What is said last: how to sign in. */
const ACCOUNTS = 'admin@dosar.demo';
const failures = [];

process.chdir(ROOT);
await ensureBuilt();

/** A start of it in a process group of its own. */
const start = (environment) => {
  const child = spawn(process.execPath, ['scripts/start-distributed.mjs'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const exited = once(child, 'exit');
  const end = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // it has ended already
    }
    return exited;
  };
  const over = atEnd(() => end('SIGKILL'));
  void exited.then(over);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const says = async (words) => {
    for (const until = Date.now() + MOST_MS; !said.includes(words); await pause(20))
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > until)
        throw new Error(`it did not say "${words}": ${said}`);
  };
  return { end, says, said: () => said };
};

/** What the demo has made, by type; sessions are as many as there were starts. */
const made = async ({ DOSAR_EVENTSTORE_URL }) => {
  const records = await recordsOn(DOSAR_EVENTSTORE_URL);
  const counts = {};
  for (const { type, stream } of records) if (!/^(session|reads)-/.test(stream)) counts[type] = (counts[type] ?? 0) + 1;
  return { records, counts };
};

const installationOn = async (services, ms) => {
  const folder = aFolder();
  atEnd(() => remove(folder));
  const environment = { DOSAR_DATA_DIR: folder, DOSAR_PORT: String(await freePort()), DOSAR_LOG_LEVEL: 'info' };
  for (const [variable, url] of Object.entries(services.environment)) {
    const [, port] = /127\.0\.0\.1:(\d+)/.exec(url) ?? [];
    environment[variable] = port && ms > 0 ? url.replace(port, String(await lateTo(Number(port), ms))) : url;
  }
  return { DOSAR_MASTER_KEY: 'ab'.repeat(32), ...environment };
};

/** One that nobody disturbs. */
const alone = async () => {
  const services = await startServices(SERVICES);
  const environment = await installationOn(services, 0);
  const running = start(environment);
  await running.says(ACCOUNTS);
  await running.end('SIGTERM');
  const { counts } = await made(environment);
  await services.end();
  return counts;
};

const wanted = await alone();
console.log(`undisturbed: ${JSON.stringify(wanted)}`);
const services = await startServices(SERVICES);
const environment = await installationOn(services, Number(values.late));
const began = performance.now();
let killed = 0;
for (; killed < Number(values.kills); killed += 1) {
  const running = start(environment);
  await running.says(MAKING);
  await pause(300 + random(4_000));
  if (running.said().includes('the demo is made')) failures.push(`the demo was made before kill ${killed + 1}`);
  await running.end('SIGKILL');
}
const running = start(environment);
const url = `http://127.0.0.1:${environment.DOSAR_PORT}`;
await running.says('the demo is made');
const ready = Math.round(performance.now() - began);
await untilReady(client(url).anonymous);
await running.says(ACCOUNTS);
if (/cannot start|TypeError/.test(running.said())) failures.push(running.said());
const [, email, password] = /(\S+@\S+)\s+(\S+-\S+-\d+)/.exec(running.said());
const ask = await client(url).signIn(email, password);
must(await ask('GET', '/users/me'), 200);
const [code] = await running.end('SIGTERM');
if (code !== 0) failures.push(`it ended with ${code}`);

const { records, counts } = await made(services.environment);
for (const type of new Set([...Object.keys(wanted), ...Object.keys(counts)]))
  if (counts[type] !== wanted[type]) failures.push(`${type}: ${counts[type] ?? 0} times, not ${wanted[type] ?? 0}`);
failures.push(...faultsOfLog(records));
failures.push(...(await faultsOfObjects({ ...services.environment, DOSAR_MASTER_KEY: 'ab'.repeat(32) }, records)));
console.log(
  JSON.stringify({
    late_ms: Number(values.late),
    killed,
    seed: Number(values.seed),
    all_in_ms: ready,
    records: records.length,
    files: counts.FileUploaded,
    failures: failures.length,
  }),
);
for (const failure of failures.slice(0, 20)) console.error(failure);
await exit(failures.length > 0 ? 1 : 0);
