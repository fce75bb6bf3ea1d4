// A client's key is destroyed by a process beside the server: within a second nothing that the server answers from the log
// has its personal data, no file has a copy of the key, and after a rebuild nothing of that data is left in log, snapshots
// and views, whose hashes still agree.
//   node scripts/rel/destroyed-key.mjs
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exit } from '../ending.mjs';
import { keysOf } from '../bench/grown-log.mjs';
import { ours } from '../bench/log.mjs';
import { aFirm, client, must, upload } from './client.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';
import { dropViews, faultsOfLog, records, secretsIn } from './stored.mjs';

const failures = [];
const check = (holds, what) => {
  if (!holds) failures.push(what);
};
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, path, name }) => join(parentPath ?? path, name));
/** Which files have these bytes. */
const whereIs = (folder, text) => filesIn(folder).filter((file) => readFileSync(file).includes(text));

const dataDir = aFolder('dosar-destroyed-');
const load = await ours();
let server = await startServer({ dataDir, port: await freePort() });
let tookMs, searchedMs;
try {
  const { people } = await aFirm(server.url, 2);
  const [gone, other] = people;
  const canaries = [];
  for (const person of people)
    for (let at = 0; at < 300; at += 1) {
      const name = `canar-${person === gone ? 'sters' : 'ramas'}-${at}.txt`;
      if (person === gone) canaries.push(name);
      must(await person.ask('POST', '/files/upload', { form: upload(`bon ${at}`, name) }), 201);
    }
  await pause(1_000);
  const place = `key/files:${gone.client.id}/${new Date().getUTCFullYear()}`;
  const wrapped = JSON.parse(secretsIn(dataDir).get(place));
  check(whereIs(dataDir, wrapped.c).length > 0, 'the wrapped key is not found where it must be');

  const admin = await client(server.url).admin();
  /** As the log says them: the name of today stands in a view, until it is filled anew. */
  const namesOf = async ({ client: { id } }) =>
    must(await admin('GET', `/audit/events?client_id=${id}&event_type=FileUploaded&limit=20`), 200, 'events').map(
      ({ details }) => details.file_name,
    );
  check(
    (await namesOf(gone)).every((name) => /^canar/.test(name)),
    `before: ${await namesOf(gone)}`,
  );

  const found = async (text) => must(await admin('GET', `/search?record=false&q=${text}`), 200, 'total');
  check((await found('sters')) === 300, 'a search does not find the names');
  const { vault, ring } = await keysOf(dataDir, load);
  await ring.fetch([`files:${gone.client.id}/${new Date().getUTCFullYear()}`]);
  const secret = ring.key(`files:${gone.client.id}/${new Date().getUTCFullYear()}`).secret;
  const began = performance.now();
  await ring.destroy(`files:${gone.client.id}/${new Date().getUTCFullYear()}`);
  const destroyedAfter = performance.now() - began;
  while ((await namesOf(gone)).some((name) => name !== null) && performance.now() - began < 10_000) await pause(20);
  tookMs = Math.round(performance.now() - began);
  check(tookMs < 1_000 + destroyedAfter, `the server has the names for ${tookMs} ms more`);
  while ((await found('sters')) > 0 && performance.now() - began < 10_000) await pause(20);
  searchedMs = Math.round(performance.now() - began);
  check(searchedMs < 5_000 + destroyedAfter, `a search finds them for ${searchedMs} ms more`);
  check((await found('ramas')) === 300, 'a search does not find what is left');
  check(
    (await namesOf(other)).every((name) => /^canar/.test(name)),
    `of the other client: ${await namesOf(other)}`,
  );
  await vault.close();

  const copies = [wrapped.c, secret, secret.toString('hex'), secret.toString('base64'), secret.toString('base64url')];
  const search = (when) => {
    for (const copy of copies)
      for (const file of whereIs(dataDir, copy)) failures.push(`${when} ${file} has a copy of the key`);
  };
  search('while it runs');
  await server.stop();
  search('after a stop');
  dropViews(dataDir);
  server = await startServer({ dataDir, port: await freePort() });
  const again = await client(server.url).admin();
  for (let waited = 0; waited < 200; waited += 1) {
    const { body } = await again('GET', '/health/ready');
    if (body.components.views.status === 'ok') break;
    await pause(100);
  }
  await server.stop();
  const all = records(dataDir);
  failures.push(...faultsOfLog(all));
  check(secretsIn(dataDir).get(place) === 'destroyed', 'the key was made anew');
  for (const canary of canaries)
    for (const file of whereIs(dataDir, canary)) failures.push(`after a rebuild ${file} has ${canary}`);
  check(whereIs(dataDir, 'canar-ramas-7.txt').length > 0, 'nothing is left of the other client either');
  console.log(
    JSON.stringify({
      records: all.length,
      null_after_ms: tookMs,
      not_found_after_ms: searchedMs,
      canaries: canaries.length,
      failures: failures.length,
    }),
  );
} catch (error) {
  failures.push(error.stack, server.complained());
  await server.kill().catch(() => undefined);
}
for (const failure of failures.slice(0, 20)) console.error(failure);
rmSync(join(ROOT, 'apps/gateway/dist-bench'), { recursive: true, force: true });
remove(dataDir);
await exit(failures.length > 0 ? 1 : 0);
