// kill -9 of the gateway and the projector at random, under writers, with all four services: no acknowledged write is
// lost, none is doubled, no file is without its bytes, and the views are those that a rebuild gives.
//   node scripts/rel/kills-distributed.mjs [--kills 30] [--writers 6] [--seed n]
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../ensure.mjs';
import { SERVICES, startServices } from '../services.mjs';
import { aFirm, client, must } from './client.mjs';
import { startInstallation } from './installation.mjs';
import { ROOT, startServer } from './server.mjs';
import { faultsOfLog } from './stored.mjs';
import { faultsOfObjects, hashOfViewsOn, recordsOn } from './stored-on-services.mjs';
import { seededRandom, startWriters } from './writers.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    writers: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const kills = Number(values.kills);
const random = seededRandom(Number(values.seed));
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

process.chdir(ROOT);
await ensureBuilt();
const { services, environment, end } = await startServices(SERVICES);
const installation = await startInstallation(environment, { profile: 'distributed' });
const failures = [];
const killed = { gateway: 0, projector: 0, both: 0 };

const { people } = await aFirm(installation.url, Math.ceil(Number(values.writers) / 2));
console.log(`${kills} kills under ${values.writers} writers, seed ${values.seed}`);
const writers = startWriters(people, Number(values.writers), random);
for (let kill = 1; kill <= kills; kill += 1) {
  await pause(300 + random(kill % 5 === 0 ? 6_000 : 3_000));
  const which = ['gateway', 'projector', 'both'][random(3)];
  killed[which] += 1;
  const names = which === 'both' ? ['projector', 'gateway'] : [which];
  await Promise.all(names.map((name) => installation.kill(name)));
  await pause(random(300));
  for (const name of names) await installation.again(name);
}
await pause(500);
await writers.end();
failures.push(...writers.failures);

// what was acknowledged can be seen
const admin = await client(installation.url).admin();
for (const [id, sha256] of writers.acknowledged.files) {
  const found = await admin('GET', `/files/${id}`);
  if (found.status === 200 && found.body.file.sha256 !== sha256) failures.push(`${id} is shown with another hash`);
}
must(await admin('GET', '/health/ready'), 200);
const codes = await installation.stop();
if (codes.some((code) => code !== 0)) failures.push(`the processes ended with ${codes}`);

const records = await recordsOn(environment.DOSAR_EVENTSTORE_URL);
failures.push(...faultsOfLog(records));
failures.push(...records.filter(({ misplaced }) => misplaced).map(({ id }) => `${id} stands in another place`));
failures.push(...(await faultsOfObjects(environment.DOSAR_S3_URL, records)));
for (const [kind, type, ids] of [
  ['folder', 'FolderCreated', writers.acknowledged.folders],
  ['file', 'FileUploaded', writers.acknowledged.files],
]) {
  const times = new Map();
  for (const { resource } of records.filter((record) => record.type === type))
    times.set(resource.id, (times.get(resource.id) ?? 0) + 1);
  for (const id of ids.keys())
    if (times.get(id) !== 1) failures.push(`the acknowledged ${kind} ${id} is ${times.get(id) ?? 0} times in the log`);
}

// the same log once more, from its first event, into views of their own; the keys stay where they are
const views = environment.DOSAR_MONGODB_URL;
const aside = views.replace(/\/[^/?]+\?/, '/rebuilt?');
const incremental = await hashOfViewsOn(views);
const rebuilding = await startServer({
  dataDir: installation.dataDir,
  port: 0,
  main: `${ROOT}apps/projector/dist/main.js`,
  environment: {
    ...installation.environment,
    DOSAR_MONGODB_URL: aside,
    DOSAR_VAULT_MONGODB_URL: views.replace(/\/([^/?]+)\?/, '/$1_vault?'),
  },
});
const head = records.at(-1).at;
let rebuilt = await hashOfViewsOn(aside);
for (let waited = 0; rebuilt.behind < head && waited < 300; waited += 1) {
  await pause(200);
  rebuilt = await hashOfViewsOn(aside);
}
await rebuilding.stop();
for (const [name, hash] of Object.entries(rebuilt.hashes))
  if (incremental.hashes[name] !== hash) failures.push(`the view ${name} differs from a rebuild`);
if (Object.keys(rebuilt.hashes).length !== Object.keys(incremental.hashes).length || rebuilt.behind < head)
  failures.push(`the rebuild is not complete: ${rebuilt.behind} of ${head}`);

const { acknowledged, counts, refusals } = writers;
console.log(
  JSON.stringify({
    kills: killed,
    seed: Number(values.seed),
    acknowledged: counts.ok,
    unknown: counts.unknown,
    retried_and_answered: counts.retried,
    refused: Object.fromEntries(refusals),
    slowest_write_ms: writers.slowestMs(),
    events: records.length,
    files: acknowledged.files.size,
    folders: acknowledged.folders.size,
    views: Object.keys(rebuilt.hashes).length,
    view_rows: [incremental.rows, rebuilt.rows],
    failures: failures.length,
    servers: Object.values(services).map(({ server }) => server),
  }),
);
for (const failure of failures.slice(0, 20)) console.error(failure);
installation.forget();
await end();
process.exit(failures.length > 0 ? 1 : 0);
