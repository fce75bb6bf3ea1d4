// The master key is replaced again and again under writers, while processes are killed, and so is the command that does it:
// nothing acknowledged is lost, everything opens with the last key alone, and no key before it opens anything.
//   node scripts/rel/rotations.mjs [--profile embedded|distributed] [--rotations 20] [--writers 4] [--seed n]
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { atEnd, exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { SERVICES, startServices } from '../services.mjs';
import { aftermath, faultsOfAcknowledged } from './aftermath.mjs';
import { aFirm, client, must, untilReady } from './client.mjs';
import { startInstallation } from './installation.mjs';
import { checkOf, opener } from './opened.mjs';
import { ROOT } from './server.mjs';
import { faultsOfBlobs, faultsOfLog, records, secretsIn } from './stored.mjs';
import { recordsOn, secretsOn } from './stored-on-services.mjs';
import { seededRandom, startWriters } from './writers.mjs';

const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'embedded' },
    rotations: { type: 'string', default: '20' },
    writers: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const isDistributed = values.profile === 'distributed';
const random = seededRandom(Number(values.seed));
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const failures = [];
const killed = { processes: 0, commands: 0 };

process.chdir(ROOT);
await ensureBuilt();
const services = isDistributed ? await startServices(SERVICES) : { environment: { DOSAR_MASTER_KEY: '' } };
const gateways = isDistributed ? 2 : 1;
const installation = await startInstallation(services.environment, { profile: values.profile, gateways });
const { dataDir, environment, names } = installation;

/** `dosar rotate-master-key`, killed after so many milliseconds when they are given. @returns whether it ended well */
const command = async (ms = null) => {
  const child = spawn(process.execPath, ['apps/gateway/dist/dosar.js', 'rotate-master-key'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DOSAR_DATA_DIR: dataDir, ...environment },
  });
  const exited = once(child, 'exit');
  const over = atEnd(() => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const killing = ms === null ? null : setTimeout(() => child.kill('SIGKILL'), ms);
  const [code] = await exited;
  clearTimeout(killing);
  over();
  if (code === null) killed.commands += 1;
  else if (code !== 0) throw new Error(`rotate-master-key ended with ${code}: ${said}`);
  return code === 0;
};

/** The keys that processes are started with, the one in use first. */
const keysNow = () =>
  isDistributed
    ? environment.DOSAR_MASTER_KEY.split(',')
    : readFileSync(join(dataDir, 'master.key'), 'utf8').trim().split('\n');
const secretsNow = () => (isDistributed ? secretsOn(environment) : secretsIn(dataDir));

const killAll = async (which) => {
  killed.processes += which.length;
  await Promise.all(which.map((name) => installation.kill(name)));
  for (const name of which) await installation.again(name);
};

/** From here on there are two keys, and all processes are started with both. */
const addKey = async () => {
  if (isDistributed) environment.DOSAR_MASTER_KEY = `${randomBytes(32).toString('hex')},${keysNow()[0]}`;
  else for (let tries = 0; keysNow().length < 2; tries += 1) await command(tries < 2 ? random(400) : null);
  await killAll(names);
};

/** Wraps all keys anew, while the command and processes are killed. */
const wrapAnew = async () => {
  const killing = (async () => {
    await pause(random(800));
    await killAll([names[random(names.length)]]);
  })();
  const isDone = () => !isDistributed && keysNow().length === 1;
  for (let tries = 0; tries < 2 && !isDone(); tries += 1) await command(100 + random(600));
  await killing;
  if (!isDone()) await command();
};

const mustBeWrappedBy = async (key) => {
  const place = checkOf(Buffer.from(key, 'hex'));
  const secrets = [...(await secretsNow())];
  const wrapped = secrets.filter(([name, value]) => /^(key|purpose)\//.test(name) && value.startsWith('{'));
  const others = wrapped.filter(([, value]) => JSON.parse(value).m !== place);
  if (wrapped.length === 0) failures.push('the vault has no wrapped keys');
  for (const [name] of others) failures.push(`${name} is wrapped by another master key`);
  return wrapped.length;
};

/** Opens what is personal in all records. @returns how many could be opened */
const openedWith = (all, secrets, keys) => {
  const open = opener(secrets, keys);
  let opened = 0;
  for (const record of all.filter(({ personal, origin }) => personal || origin))
    try {
      open(record);
      opened += 1;
    } catch (error) {
      if (keys.length === 1 && keys[0] === last) failures.push(error.message);
    }
  return opened;
};

const { people } = await aFirm(installation.urls, Math.ceil(Number(values.writers) / 2));
console.log(`${values.rotations} rotations, ${values.profile}, under ${values.writers} writers, seed ${values.seed}`);
const writers = startWriters(people, Number(values.writers), random);
const keys = [keysNow()[0]];
let wrapped = 0;
for (let rotation = 1; rotation <= Number(values.rotations); rotation += 1) {
  await pause(random(1_000));
  await addKey();
  keys.push(keysNow()[0]);
  await wrapAnew();
  wrapped = await mustBeWrappedBy(keys.at(-1));
}
const last = keys.at(-1);
await writers.end();
failures.push(...writers.failures);

// all that there is, with the last key alone
if (isDistributed) environment.DOSAR_MASTER_KEY = last;
for (const name of names) await installation.kill(name);
for (const name of names) await installation.again(name);
for (const url of installation.urls) {
  const { anonymous, admin } = client(url);
  await untilReady(anonymous);
  const { components } = must(await (await admin())('GET', '/health/ready'), 200);
  for (const [part, { status, detail }] of Object.entries(components))
    if (status !== 'ok') failures.push(`${part} is ${status}: ${detail}`);
}
const codes = await installation.stop();
if (codes.some((code) => code !== 0)) failures.push(`the processes ended with ${codes}`);

const { acknowledged } = writers;
const all = isDistributed ? await recordsOn(environment.DOSAR_EVENTSTORE_URL) : records(dataDir);
const secrets = await secretsNow();
const opened = openedWith(all, secrets, [last]);
const openedBefore = openedWith(all, secrets, keys.slice(0, -1));
if (openedBefore > 0) failures.push(`${openedBefore} records open with a key that was replaced`);
if (isDistributed) failures.push(...(await aftermath(installation, acknowledged)).failures);
else failures.push(...faultsOfLog(all), ...faultsOfBlobs(dataDir, all), ...faultsOfAcknowledged(all, acknowledged));

console.log(
  JSON.stringify({
    profile: values.profile,
    rotations: keys.length - 1,
    killed,
    seed: Number(values.seed),
    wrapped_keys: wrapped,
    acknowledged: writers.counts.ok,
    unknown: writers.counts.unknown,
    slowest_write_ms: writers.slowestMs(),
    records: all.length,
    opened_with_the_last_key: opened,
    opened_with_those_before: openedBefore,
    failures: failures.length,
  }),
);
for (const failure of failures.slice(0, 20)) console.error(failure);
installation.forget();
await exit(failures.length > 0 ? 1 : 0);
