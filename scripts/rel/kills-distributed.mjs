// kill -9 of gateways and the projector at random, under writers who go round all gateways, with all four services: no
// acknowledged write is lost, none is doubled, no file is without its bytes, and the views are those that a rebuild gives.
//   node scripts/rel/kills-distributed.mjs [--kills 30] [--gateways 2] [--writers 6] [--seed n]
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { SERVICES, startServices } from '../services.mjs';
import { aftermath } from './aftermath.mjs';
import { aFirm, client, untilReady } from './client.mjs';
import { startInstallation } from './installation.mjs';
import { ROOT } from './server.mjs';
import { seededRandom, startWriters } from './writers.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    gateways: { type: 'string', default: '2' },
    writers: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const kills = Number(values.kills);
const random = seededRandom(Number(values.seed));
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

process.chdir(ROOT);
await ensureBuilt();
const { services, environment } = await startServices(SERVICES);
const gateways = Number(values.gateways);
const installation = await startInstallation(environment, { profile: 'distributed', gateways });
const failures = [];
const ALL = 'all';
const killed = Object.fromEntries([...installation.names, ALL].map((name) => [name, 0]));

const { people } = await aFirm(installation.urls, Math.ceil(Number(values.writers) / 2));
console.log(`${kills} kills under ${values.writers} writers at ${gateways} gateways, seed ${values.seed}`);
const writers = startWriters(people, Number(values.writers), random);
for (let kill = 1; kill <= kills; kill += 1) {
  await pause(300 + random(kill % 5 === 0 ? 6_000 : 3_000));
  const which = Object.keys(killed)[random(installation.names.length + 1)];
  killed[which] += 1;
  const names = which === ALL ? installation.names : [which];
  await Promise.all(names.map((name) => installation.kill(name)));
  await pause(random(300));
  for (const name of names) await installation.again(name);
}
await pause(500);
await writers.end();
failures.push(...writers.failures);

// what was acknowledged can be seen
for (const url of installation.urls) await untilReady(client(url).anonymous);
const admin = await client(installation.urls).admin();
for (const [id, sha256] of writers.acknowledged.files) {
  const found = await admin('GET', `/files/${id}`);
  if (found.status === 200 && found.body.file.sha256 !== sha256) failures.push(`${id} is shown with another hash`);
}
const codes = await installation.stop();
if (codes.some((code) => code !== 0)) failures.push(`the processes ended with ${codes}`);

const { failures: faults, counted } = await aftermath(installation, writers.acknowledged);
failures.push(...faults);

const { counts, refusals } = writers;
console.log(
  JSON.stringify({
    kills: killed,
    seed: Number(values.seed),
    acknowledged: counts.ok,
    unknown: counts.unknown,
    retried_and_answered: counts.retried,
    refused: Object.fromEntries(refusals),
    slowest_write_ms: writers.slowestMs(),
    ...counted,
    failures: failures.length,
    servers: Object.values(services).map(({ server }) => server),
  }),
);
for (const failure of failures.slice(0, 20)) console.error(failure);
installation.forget();
await exit(failures.length > 0 ? 1 : 0);
