// The key of a company's personal data is destroyed, as erasing it does: within a second no process opens with it any more
// what the log keeps, and nobody writes anything more for it; everybody else goes on. Nothing of it is found a moment later,
// and the search index keeps none of its words.
//   node scripts/rel/destroyed-key-distributed.mjs [--gateways 2] [--rounds 5]
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { exit } from '../ending.mjs';
import { ensureBuilt } from '../ensure.mjs';
import { SERVICES, startServices } from '../services.mjs';
import { aFirm, client, must, upload } from './client.mjs';
import { startInstallation } from './installation.mjs';
import { ADMIN, ROOT } from './server.mjs';
import { documentsOn, openerOn, recordsOn, vaultUrlOf } from './stored-on-services.mjs';

const { values } = parseArgs({
  options: { gateways: { type: 'string', default: '2' }, rounds: { type: 'string', default: '5' } },
});
const MOST_MS = 1_000;
/** How soon search must not find it any more. */
const SEARCHED_MS = 5_000;
const WORD = 'Secret';
/** Inside a document. */
const TEXT = 'Papagalulverde';
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const failures = [];

process.chdir(ROOT);
await ensureBuilt();
const { environment } = await startServices(SERVICES);
const gateways = Number(values.gateways);
const installation = await startInstallation(environment, { profile: 'distributed', gateways });
const vaultClient = new MongoClient(vaultUrlOf(environment));
const secrets = vaultClient.db().collection('secrets');
const { people } = await aFirm(installation.urls, Number(values.rounds) + 1);
const admins = [];
for (const url of installation.urls) admins.push(await client(url).signIn(ADMIN.email, ADMIN.password));

/** The audit's data about a company, except for names from views. */
const toldBy = async (admin, { id }) => {
  const { events } = must(await admin('GET', `/audit/events?client_id=${id}`), 200);
  return JSON.stringify(events.map(({ details }) => details));
};
/** How much of a company is found by all words of the index. */
const foundIn = async (admin, { id }) => {
  const asked = [WORD, TEXT].map((word) => admin('GET', `/search?q=${word}&client_id=${id}&record=false`));
  return (await Promise.all(asked)).reduce((sum, answer) => sum + must(answer, 200, 'total'), 0);
};
/** The words stored in the index, even if nobody can find them. */
const keptIn = async () => {
  const all = (await documentsOn(environment)).map(({ text }) => text.toLowerCase());
  return [WORD, TEXT].filter((word) => all.some((text) => text.includes(word.toLowerCase())));
};
const untilAll = async (test, ms) => {
  const began = performance.now();
  while (!(await test()) && performance.now() - began < ms) await pause(50);
  return performance.now() - began;
};
const slowest = [];
const searched = [];
const other = people.pop();
for (const { client: company, ask } of people) {
  must(await ask('POST', '/folders', { body: { name: `${WORD} ${company.id}` } }), 201);
  must(await ask('POST', '/files/upload', { form: upload(`${TEXT} ${company.id}`, `${WORD}.txt`) }), 201);
  for (const admin of admins)
    if ((await untilAll(async () => (await foundIn(admin, company)) === 2, 20_000)) >= 20_000)
      failures.push('a search does not find a file by its name and by what is inside it');
  if ((await keptIn()).length !== 2) failures.push(`the index keeps ${await keptIn()} before`);
  for (const admin of admins) {
    for (let tries = 0; !(await toldBy(admin, company)).includes(WORD) && tries < 100; tries += 1) await pause(50);
    if (!(await toldBy(admin, company)).includes(WORD)) failures.push('the audit does not show the name of a folder');
  }
  // as the keyring does that destroys it
  await secrets.updateOne(
    { _id: `key/files:${company.id}/${new Date().getUTCFullYear()}` },
    { $set: { value: 'destroyed' } },
  );
  const { value } = await secrets.findOne({ _id: 'keys/destroyed' });
  await secrets.updateOne({ _id: 'keys/destroyed' }, { $set: { value: String(Number(value) + 1) } });
  const began = performance.now();
  const gone = admins.map(async (admin) => {
    while ((await toldBy(admin, company)).includes(WORD) && performance.now() - began < 10_000) await pause(10);
    return performance.now() - began;
  });
  slowest.push(Math.round(Math.max(...(await Promise.all(gone)))));
  // afterwards, since polling would disturb the measurement
  await Promise.all(admins.map((admin) => untilAll(async () => (await foundIn(admin, company)) === 0, 20_000)));
  searched.push(Math.round(performance.now() - began));
  await untilAll(async () => (await keptIn()).length === 0, SEARCHED_MS);
  const kept = await keptIn();
  if (kept.length > 0) failures.push(`the index keeps ${kept}`);
}
for (const ms of searched) if (ms > SEARCHED_MS) failures.push(`it could be found for ${ms} ms`);
for (const ms of slowest) if (ms > MOST_MS) failures.push(`it could be read for ${ms} ms`);
// a reader of the log with all keys cannot open it, but can open everybody else's
const records = (await recordsOn(environment.DOSAR_EVENTSTORE_URL)).map(
  await openerOn({ ...environment, ...installation.environment }),
);
const folders = records.filter(({ type }) => type === 'FolderCreated');
if (folders.length !== people.length || folders.some(({ data }) => data.name != null))
  failures.push('what was destroyed opens');
must(await other.ask('POST', '/folders', { body: { name: 'Facturi' } }), 201);
await vaultClient.close();
const codes = await installation.stop();
if (codes.some((code) => code !== 0)) failures.push(`the processes ended with ${codes}`);
installation.forget();
const figures = { gateways, destroyed: people.length, gone_after_ms: slowest, not_found_after_ms: searched };
console.log(JSON.stringify({ ...figures, failures: failures.length }));
for (const failure of failures.slice(0, 20)) console.error(failure);
await exit(failures.length > 0 ? 1 : 0);
