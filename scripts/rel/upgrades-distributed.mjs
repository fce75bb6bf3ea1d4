// Two levels at one log: a gateway and a projector of the next level are started beside two gateways and a projector of this
// one. Those stop writing at once, in one sentence, and read on; what was acknowledged is there; started again they refuse.
//   node scripts/rel/upgrades-distributed.mjs
import { atEnd, exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { startServices } from '../services.mjs';
import { aFirm, client, must, Unknown } from './client.mjs';
import { startInstallation } from './installation.mjs';
import { NEWER, newerRelease } from './newer-release.mjs';
import { freePort, ROOT, startServer } from './server.mjs';
import { recordsOn } from './stored-on-services.mjs';

const SOON_MS = 1_000;
const PATIENCE_MS = 20_000;
const OK = 200;
const CREATED = 201;
const UNAVAILABLE = 503;
const SENTENCE = `a newer Dosar (${NEWER.version}, level ${NEWER.level}) writes to this log`;
const REFUSED = /ended with 78: .* cannot start: .* was written by a newer Dosar \(.*level 2\) than this one/;

let failures = 0;
const check = (is, what) => {
  if (is) return;
  failures += 1;
  console.error(`FAILED ${what}`);
};
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

process.chdir(ROOT);
await ensureBuilt();
const newer = newerRelease();
atEnd(newer.remove);
const { environment } = await startServices(['eventstore', 'mongodb', 's3', 'nats']);
const installation = await startInstallation(environment, { profile: 'distributed', gateways: 2 });
const { urls, running, dataDir } = installation;
const { people } = await aFirm(urls[0], 1);
const asks = await Promise.all(urls.map((url) => client(url).signIn(people[0].email)));

// one that is told otherwise is named by both, and by nobody once it was ended
const own = installation.environment;
const stranger = await startServer({
  dataDir,
  port: await freePort(),
  environment: { ...own, DOSAR_TZ: 'Europe/Paris', DOSAR_FEATURES: 'chat,file_manager' },
});
const namedAt = async (url, sentence) => {
  const admin = await client(url).admin();
  for (const until = Date.now() + 3 * PATIENCE_MS; Date.now() < until; await pause(500)) {
    const { components } = must(await admin('GET', '/health/ready'), OK);
    if (sentence.test(components.log.detail ?? '')) return true;
  }
  return false;
};
check(
  await namedAt(stranger.url, /has its days in Europe\/Bucharest, this one in Europe\/Paris/),
  'the stranger is not told',
);
check(await namedAt(urls[0], /does not offer .*audit.*has its days in Europe\/Paris/), 'the stranger is not named');
await stranger.stop();

/** Of each gateway: what was acknowledged, and since when nothing is. */
const acknowledged = new Set();
let isOver = false;
const refusals = [];
const writing = asks.map(async (ask, at) => {
  for (let made = 0; !isOver; made += 1) {
    const name = `Dosar ${at} ${made}`;
    try {
      must(await ask('POST', '/folders', { body: { name } }), CREATED);
      acknowledged.add(name);
      check(refusals[at] === undefined, `gateway ${at + 1} wrote again`);
    } catch (error) {
      if (!(error instanceof Unknown) || error.status !== UNAVAILABLE) throw error;
      refusals[at] ??= error.message;
    }
    await pause(50);
  }
});
await pause(1_000);
const before = await recordsOn(environment.DOSAR_EVENTSTORE_URL);
const start = async (main) => startServer({ dataDir, port: await freePort(), environment: own, main });
await start(newer.projector);
const gateway = await start(newer.main);
for (const until = Date.now() + PATIENCE_MS; (!refusals[0] || !refusals[1]) && Date.now() < until;) await pause(20);
await pause(SOON_MS);
isOver = true;
await Promise.all(writing);

const after = await recordsOn(environment.DOSAR_EVENTSTORE_URL);
check(
  before.every(({ text }, at) => after[at].text === text),
  'records of before are not what they were',
);
const raisedAt = after.findIndex(({ type, data }) => type === 'SoftwareStarted' && data.level === NEWER.level);
check(raisedAt > 0, 'the newer release said nothing');
const raised = Date.parse(after[raisedAt]?.occurredAt);
const laterByOlder = after
  .slice(raisedAt)
  .filter(({ type, occurredAt }) => type === 'FolderCreated' && Date.parse(occurredAt) > raised + SOON_MS);
check(laterByOlder.length === 0, `${laterByOlder.length} records were written later by the former release`);

for (const [at, ask] of asks.entries()) {
  // the view that the newer one has raised is its own once it is filled: no rows stay that no projector erases
  for (const path of ['/conversations', '/users/me', '/search/history']) must(await ask('GET', path), OK);
  const ready = await fetch(`${urls[at]}/api/health/ready`);
  check(ready.status === UNAVAILABLE, `gateway ${at + 1} is ready: ${ready.status}`);
}
for (const [name, { complained }] of Object.entries(running))
  check(complained().includes(SENTENCE), `the ${name} said nothing: ${complained().slice(-500)}`);

const ask = await client(gateway.url).signIn(people[0].email);
const folders = must(await ask('GET', '/folders'), OK, 'folders').map(({ name }) => name);
check(
  [...acknowledged].every((name) => folders.includes(name)),
  'the newer release does not show what was written',
);
must(await ask('POST', '/folders', { body: { name: 'După' } }), CREATED);

for (const name of ['gateway', 'projector']) {
  await running[name].stop();
  const again = await installation.again(name).then(
    () => 'it started',
    ({ message }) => message,
  );
  check(REFUSED.test(again), `the ${name} of the former release: ${again}`);
}
console.log(JSON.stringify({ acknowledged: acknowledged.size, refused: refusals.length, failures }));
await exit(failures > 0 ? 1 : 0);
