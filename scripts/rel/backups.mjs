// Backups of a server that works: people write, change passwords, begin companies and talk while "dosar backup" copies, again
// and again into one folder. Each is restored into an empty one and started: nothing that was acknowledged before the backup
// is missing, whoever changed a password signs in with it, all documents open, and the views are those of a rebuild. Then what
// can be wrong with backups and with what they are restored into: each is named in a sentence, and nothing is made worse.
//   node scripts/rel/backups.mjs [--rounds 20] [--writers 6] [--seed n] [--short]
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { faultsOfAcknowledged } from './aftermath.mjs';
import { tryCases } from './backups/cases.mjs';
import { copyByHand, faultsOfCopying } from './backups/copied-by-hand.mjs';
import { dosar, placesOf } from './backups/places.mjs';
import { aCui, aFirm, client, must, PASSWORD, untilReady } from './client.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';
import { dropViews, faultsOfBlobs, faultsOfLog, hashOfViews, records } from './stored.mjs';
import { seededRandom, startWriters } from './writers.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    writers: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    short: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const writers = Number(values.writers);
const random = seededRandom(Number(values.seed));
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const failures = [];

process.chdir(ROOT);
await ensureBuilt();

const dataDir = aFolder('dosar-backups-');
const place = placesOf(dataDir);
const server = await startServer({ dataDir, port: await freePort() });
const { admin, firm, people } = await aFirm(server.url, 4);
const working = startWriters(people, writers, random);

/** Further acknowledged data; all passwords of one person, the last of which may be under way. */
const known = {
  email: `mereu.alta.${randomUUID()}@firma.test`,
  passwords: [PASSWORD],
  clients: new Set(),
  messages: new Set(),
};
let isOver = false;

/** A person whose password changes all the time, which is stored apart from the log. */
const changePasswords = async () => {
  const { email, passwords } = known;
  const user = { role: 'user', name: 'Mereu Alta', email, password: PASSWORD, client_id: people[0].client.id };
  must(await admin('POST', '/users', { body: user }), 201);
  while (!isOver) {
    const current_password = passwords.at(-1);
    const new_password = `Parola-Lunga-${random(1_000_000)}`;
    const ask = await client(server.url).signIn(email, current_password);
    passwords.push(new_password);
    must(await ask('POST', '/auth/change-password', { body: { current_password, new_password } }), 204);
    await pause(random(60));
  }
};

/** Each begins keys of its own. */
const beginCompanies = async () => {
  for (let count = 0; !isOver; count += 1) {
    const body = { societate: `Nouă ${count} SRL`, cui: aCui(), firm_id: firm.id };
    known.clients.add(must(await admin('POST', '/clients', { body }), 201, 'client').id);
    await pause(random(100));
  }
};

const talk = async () => {
  const { id } = must(await people[1].ask('GET', '/users/me'), 200, 'user');
  const begun = await admin('POST', '/conversations', { body: { participant_ids: [id] } });
  const conversation = must(begun, 201, 'conversation').id;
  for (let count = 0; !isOver; count += 1) {
    const body = { text: `Bună ziua ${count}` };
    known.messages.add(must(await admin('POST', `/conversations/${conversation}/messages`, { body }), 201, 'data').id);
    await pause(random(60));
  }
};
const others = Promise.all([changePasswords(), beginCompanies(), talk()]);

/** All that was acknowledged until now. */
const acknowledgedNow = () => ({
  folders: new Map(working.acknowledged.folders),
  files: new Map(working.acknowledged.files),
  clients: new Set(known.clients),
  messages: new Set(known.messages),
});

const faultsOfOthers = (all, { clients, messages }) => {
  const named = new Set(all.map(({ resource }) => resource.id));
  return [...clients, ...messages].filter((id) => !named.has(id)).map((id) => `the acknowledged ${id} is missing`);
};

/** A person whose password changed during the copy signs in with one of those acknowledged since. */
const faultsOfPasswords = async (url, passwords) => {
  for (const each of [...passwords].reverse())
    if (
      await client(url)
        .signIn(known.email, each)
        .catch(() => null)
    )
      return [];
  return [`${known.email} signs in with none of ${passwords.length} passwords`];
};

const filled = async (folder) => {
  const head = records(folder).at(-1).position;
  for (let waited = 0; waited < 600; waited += 1, await pause(100)) {
    const now = hashOfViews(folder);
    if (now.positions.length > 20 && now.positions.every((position) => position >= head)) return;
  }
};

/** Starts the restored installation twice: its views equal those of a rebuild. */
const faultsOfRestored = async (folder, acknowledged, passwords) => {
  const faults = [];
  let again = await startServer({ dataDir: folder, port: await freePort() });
  const asAdmin = await client(again.url).admin();
  await untilReady(asAdmin);
  const { body } = await asAdmin('GET', '/health/ready');
  const bad = Object.entries(body.components).filter(([, { status }]) => status !== 'ok');
  if (bad.length > 0) faults.push(`health: ${JSON.stringify(bad)}`);
  faults.push(...(await faultsOfPasswords(again.url, passwords)));
  const files = [...acknowledged.files.keys()];
  for (const id of files.slice(-5)) {
    const { status } = await asAdmin('GET', `/files/${id}/download`).catch((error) => error);
    if (status !== 200 && status !== 404) faults.push(`the document ${id} is answered ${status}`);
  }
  await filled(folder);
  const complained = again.complained();
  if (/"level":[56]0/.test(complained)) faults.push(complained);
  await again.stop();
  const incremental = hashOfViews(folder);
  dropViews(folder);
  again = await startServer({ dataDir: folder, port: await freePort() });
  await filled(folder);
  await again.stop();
  if (hashOfViews(folder).hash !== incremental.hash) faults.push('the views differ from a rebuild');
  const all = records(folder);
  faults.push(...faultsOfLog(all), ...faultsOfBlobs(folder, all));
  return [...faults, ...faultsOfAcknowledged(all, acknowledged), ...faultsOfOthers(all, acknowledged)];
};

const times = [];
const restored = [];
/** Copies of data folders, by cp -a while people write. */
const copies = [];
const round = async (number) => {
  await pause(random(1_500));
  const acknowledged = acknowledgedNow();
  const first = Math.max(0, known.passwords.length - 2);
  const started = performance.now();
  const made = await dosar(dataDir, 'backup', place.backup, '--master-key', place.key);
  times.push(Math.round(performance.now() - started));
  const passwords = known.passwords.slice(first);
  const folder = aFolder('dosar-restored-');
  const back = await dosar(folder, 'restore', place.backup, '--master-key', place.key);
  for (const { code, said } of [made, back])
    if (code !== 0) failures.push(`round ${number}: it ended with ${code}: ${said}`);
  restored.push({ number, folder, acknowledged, passwords });
  copies.push(copyByHand(dataDir));
};

console.log(`${rounds} backups under ${writers} writers, seed ${values.seed}, ${dataDir}`);
for (let number = 1; number <= rounds; number += 1) await round(number);
isOver = true;
await others;
await working.end();
for (const { number, folder, acknowledged, passwords } of restored) {
  const faults = await faultsOfRestored(folder, acknowledged, passwords);
  failures.push(...faults.map((fault) => `round ${number}: ${fault}`));
  remove(folder);
}
failures.push(...working.failures);
const byHand = { copies: copies.length, incomplete: 0 };
for (const copy of copies) {
  const { faults, isIncomplete } = await faultsOfCopying(copy);
  failures.push(...faults);
  byHand.incomplete += isIncomplete ? 1 : 0;
  remove(copy);
}

const outcomes = await tryCases({ url: server.url, dataDir, place, people, isShort: values.short });
for (const { name, faults } of outcomes) {
  console.log(`${faults === null ? 'NOT RUN' : faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  failures.push(...(faults ?? []).map((fault) => `${name}: ${fault}`));
}

console.log(
  JSON.stringify({
    rounds,
    seed: Number(values.seed),
    cases: outcomes.filter(({ faults }) => faults !== null).length,
    copied_by_hand: byHand,
    acknowledged: working.counts.ok,
    companies: known.clients.size,
    messages: known.messages.size,
    files: working.acknowledged.files.size,
    slowest_backup_ms: Math.max(...times),
    slowest_write_ms: working.slowestMs(),
    failures: failures.length,
  }),
);
for (const failure of failures.slice(0, 20)) console.error(failure);
remove(dataDir);
remove(place.root);
await exit(failures.length > 0 ? 1 : 0);
