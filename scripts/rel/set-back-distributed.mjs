// The log of the distributed profile is set back to an older copy, while nothing runs and while all runs: the first process
// that is started names it, nobody writes, everybody reads what the log says, and what is ahead is dropped and filled anew.
// Once an operator has accepted it all write again: whoever ran meanwhile when it was started again.
//   node scripts/rel/set-back-distributed.mjs
import { execFile } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { SERVICES, startServices } from '../services.mjs';
import { aftermath } from './aftermath.mjs';
import { aFirm, client, must, Unknown, untilReady, upload } from './client.mjs';
import { startInstallation } from './installation.mjs';
import { ROOT } from './server.mjs';
import { recordsOn } from './stored-on-services.mjs';

const SET_BACK = /the log ends at position \d+, but \d+ records up to position \d+ were known: it is older than what/;
const SOON_MS = 5_000;
const UNAVAILABLE = 503;
const CREATED = 201;
const OK = 200;
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const failures = [];
const fail = (what) => failures.push(what);

process.chdir(ROOT);
await ensureBuilt();
const { services, environment } = await startServices(SERVICES);
const { eventstore } = services;
const installation = await startInstallation(environment, { profile: 'distributed', gateways: 2 });
const { urls, names, running } = installation;
const { people } = await aFirm(urls[0], 2);
const asks = [];
for (const url of urls) for (const { email } of people) asks.push(await client(url).signIn(email));
const acknowledged = { folders: new Set(), files: new Map() };

const statusOf = (answer) =>
  answer.then(
    ({ status }) => status,
    (error) => {
      if (!(error instanceof Unknown)) throw error;
      return error.status;
    },
  );
let made = 0;
const aFolderOf = (ask) => ask('POST', '/folders', { body: { name: `Dosar ${(made += 1)}` } });
const work = async (kept) => {
  for (const ask of asks) {
    for (let at = 0; at < 3; at += 1) {
      const { id } = must(await aFolderOf(ask), CREATED, 'folder');
      if (kept) acknowledged.folders.add(id);
    }
    const form = upload(`Papagal ${made}`, `bon ${made}.txt`);
    const { id, sha256 } = must(await ask('POST', '/files/upload', { form }), CREATED, 'file');
    if (kept) acknowledged.files.set(id, sha256);
  }
};
/** How many folders somebody is shown, and files found by their name and by what is inside them. */
const shown = async (ask) => {
  const folders = must(await ask('GET', '/folders'), OK, 'folders').length;
  const found = ['bon', 'Papagal'].map((word) => ask('GET', `/search?q=${word}&record=false`));
  return [folders, ...(await Promise.all(found)).map((answer) => must(answer, OK, 'total'))].join(' ');
};
/** What everybody is shown, once the index has it all. */
const settled = async () => {
  const files = acknowledged.files.size / people.length;
  await until(async () => (await shown(asks[0])).endsWith(` ${files} ${files}`));
  return shown(asks[0]);
};
const until = async (test) => {
  for (const began = Date.now(); Date.now() - began < SOON_MS; await pause(100)) if (await test()) return true;
  return false;
};
const recordsNow = () => recordsOn(environment.DOSAR_EVENTSTORE_URL);

/** The stand-in's file is whole once it has ended and its write-ahead log is in it. */
const copyOf = async () => {
  await eventstore.stop();
  const db = new DatabaseSync(eventstore.data);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  copyFileSync(eventstore.data, `${eventstore.data}.copy`);
  await eventstore.start();
};
const setBack = async () => {
  await eventstore.stop();
  for (const end of ['-wal', '-shm']) rmSync(eventstore.data + end, { force: true });
  copyFileSync(`${eventstore.data}.copy`, eventstore.data);
  await eventstore.start();
};
const accept = async () => {
  const args = ['apps/gateway/dist/dosar.js', 'accept-log'];
  const env = { ...process.env, ...installation.environment, DOSAR_DATA_DIR: installation.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  if (!/Known were \d+ records .*\nAccepted are \d+ records/.test(stdout)) fail(`accept-log says: ${stdout}`);
};

/** The log is read-only, everybody reads what it says, and each started process says why. */
const isRefused = async (when, records, known) => {
  for (const [at, url] of urls.entries()) {
    const { anonymous } = client(url);
    if ((await statusOf(anonymous('GET', '/health/live'))) !== OK) fail(`${when}: gateway ${at + 1} does not live`);
    const refused = () => statusOf(anonymous('GET', '/health/ready')).then((status) => status === UNAVAILABLE);
    if (!(await until(refused))) fail(`${when}: gateway ${at + 1} says that it is ready`);
  }
  for (const ask of asks) {
    const wrote = await statusOf(aFolderOf(ask));
    if (wrote !== UNAVAILABLE) fail(`${when}: a write is answered ${wrote}`);
    if (!(await until(async () => (await shown(ask)) === known)))
      fail(`${when}: folders and files that are shown: ${await shown(ask)}, not ${known}`);
  }
  const now = (await recordsNow()).length;
  if (now !== records) fail(`${when}: ${now - records} records were written`);
};
const isWritten = async (when, whose) => {
  for (const ask of whose) {
    const wrote = await until(async () => {
      const answer = await aFolderOf(ask).catch(() => null);
      if (answer?.status === CREATED) acknowledged.folders.add(answer.body.folder.id);
      return answer?.status === CREATED;
    });
    if (!wrote) fail(`${when}: a write is not taken`);
  }
};
const startAll = async () => {
  for (const name of names) await installation.again(name);
};

// while nothing runs
await work(true);
const known = await settled();
for (const name of names.toReversed()) await running[name].stop();
await copyOf();
let before = (await recordsNow()).length;
await startAll();
await work(false);
for (const name of names.toReversed()) await running[name].stop();
await setBack();
await startAll();
for (const name of ['projector', 'gateway'])
  if (!(await until(() => SET_BACK.test(running[name].complained())))) fail(`${name}: ${running[name].complained()}`);
await isRefused('set back while nothing ran', before, known);
await accept();
await isWritten('accepted', asks);
for (const url of urls) await untilReady(client(url).anonymous);
const accepted = (await recordsNow()).filter(({ type }) => type === 'LogAccepted');
if (accepted.length !== 1 || !(accepted[0].data.known.size > accepted[0].data.found.size))
  fail(`the log says of it: ${JSON.stringify(accepted.map(({ data }) => data))}`);

// while everything runs: the next started process notices
await work(true);
const more = await settled();
await copyOf();
before = (await recordsNow()).length;
await work(false);
// the head is stored at the next tick
await pause(6_000);
await setBack();
await running.projector.kill();
await installation.again('projector');
if (!(await until(() => SET_BACK.test(running.projector.complained())))) fail(running.projector.complained());
await isRefused('set back while all ran', before, more);
await accept();
await pause(1_000);
for (const ask of asks) {
  const wrote = await statusOf(aFolderOf(ask));
  if (wrote !== UNAVAILABLE) fail(`whoever knows what is not there any more answers a write with ${wrote}`);
}
for (const name of names.filter((each) => each !== 'projector')) {
  await running[name].stop();
  await installation.again(name);
}
await isWritten('started again', asks);
for (const url of urls) await untilReady(client(url).anonymous);

const codes = await installation.stop();
if (codes.some((code) => code !== 0)) fail(`the processes ended with ${codes}`);
const { failures: faults, counted } = await aftermath(installation, acknowledged);
failures.push(...faults);
const servers = Object.values(services).map(({ server }) => server);
console.log(JSON.stringify({ set_back: 2, ...counted, failures: failures.length, servers }));
for (const failure of failures.slice(0, 20)) console.error(failure);
installation.forget();
await exit(failures.length > 0 ? 1 : 0);
