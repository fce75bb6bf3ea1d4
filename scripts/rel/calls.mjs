// What an upload costs on MongoDB, counted by the server (`serverStatus`): one alone, and sixteen at a time. What is asked all
// the time, whoever works, is counted first and taken off.
//   node scripts/rel/calls.mjs [--rounds 10]
import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { SERVICES, startServices } from '../services.mjs';
import { aFirm, must, upload } from './client.mjs';
import { startInstallation } from './installation.mjs';
import { ROOT } from './server.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const MOST = { 1: 15, 16: 25 };
/** By this time after the answer all effects are done. */
const SETTLED_MS = 1_500;
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

process.chdir(ROOT);
await ensureBuilt();
const { services, environment } = await startServices(SERVICES);
const installation = await startInstallation(environment, { profile: 'distributed' });
const { people } = await aFirm(installation.url, 1);
const [{ ask }] = people;
const server = new MongoClient(environment.DOSAR_MONGODB_URL);

/** So often each command was called since the server began. */
const counters = async () => {
  const { metrics } = await server.db('admin').command({ serverStatus: 1 });
  return Object.fromEntries(Object.entries(metrics.commands).map(([name, { total }]) => [name, Number(total)]));
};
/** What was called meanwhile, and in how many milliseconds. */
const countedDuring = async (work) => {
  const before = await counters();
  const began = performance.now();
  await work();
  await pause(SETTLED_MS);
  const after = await counters();
  const ms = performance.now() - began;
  const calls = Object.fromEntries(Object.entries(after).map(([name, total]) => [name, total - (before[name] ?? 0)]));
  return { calls, ms };
};
const sum = (counts) => Object.values(counts).reduce((all, each) => all + each, 0);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const send = async () =>
  must(
    await ask('POST', '/files/upload', {
      form: upload(randomBytes(3_000).toString('base64'), `${randomUUID()}.txt`),
      key: randomUUID(),
    }),
    201,
  );

await send();
await pause(SETTLED_MS);
const idle = await countedDuring(() => pause(10_000));
const perMs = Object.fromEntries(Object.entries(idle.calls).map(([name, count]) => [name, count / idle.ms]));
const measure = async (many) => {
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const { calls, ms } = await countedDuring(() => Promise.all(Array.from({ length: many }, send)));
    const net = Object.entries(calls).map(([name, count]) => [name, count - (perMs[name] ?? 0) * ms]);
    rounds.push(Object.fromEntries(net.filter(([, count]) => Math.round(count) > 0)));
  }
  rounds.sort((a, b) => sum(a) - sum(b));
  const typical = rounds[Math.floor(rounds.length / 2)];
  return {
    calls: Math.round(median(rounds.map(sum))),
    most: MOST[many],
    of_these: Object.fromEntries(Object.entries(typical).map(([name, count]) => [name, Math.round(count)])),
  };
};
const figures = { alone: await measure(1), sixteen_at_a_time: await measure(16) };
await server.close();
await installation.stop();
installation.forget();
const failures = Object.values(figures).filter(({ calls, most }) => calls > most).length;
console.log(
  JSON.stringify({
    ...figures,
    idle_calls_per_second: Math.round((sum(idle.calls) / idle.ms) * 1000),
    rounds: Number(values.rounds),
    failures,
    server: services.mongodb.server,
  }),
);
await exit(failures > 0 ? 1 : 0);
