// What began in a year of a client is destroyed by the operator's command, beside a server that works, a year later: names,
// notes, hashes, contents and bytes of it are in no file any more, in whatever form, also where it was renamed, moved,
// downloaded or noted since; what was carried into the new year, what began in it, conversations, contacts and other clients
// are untouched; views and search are what a rebuild makes; a folder restored with the vault of before has it destroyed again.
//   node scripts/rel/destroyed-key.mjs
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { exit } from '../ending.mjs';
import { aFirm, client, must, upload } from './client.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';
import { dropViews, faultsOfLog, records, secretsIn } from './stored.mjs';

const run = promisify(execFile);
const YEAR_MS = 366 * 24 * 60 * 60_000;
const CANARIES = 300;
/** Letter sequences that occur in no word: for destroyed data, carried-over data, and data that stays. */
const STEMS = { gone: 'Zqvxkwj', carried: 'Gwxqzkv', stays: 'Wjkqxyz' };
const failures = [];
const check = (holds, what) => holds || failures.push(what);
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
let made = 0;
const words = { gone: [], carried: [], stays: [] };
/** A word that nothing else is called. */
const canary = (kind) => {
  const word = `${STEMS[kind]}${String((made += 1)).padStart(4, '0')}`;
  words[kind].push(word);
  return word;
};

/** A word in the forms in which it may lie in a file; the folded one is that of indexes. */
const formsOf = (word) => {
  const bytes = Buffer.from(word);
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // the first and last letter share bits with their surroundings
    return text.slice(shift === 0 ? 0 : shift + 1, -1);
  });
  return [
    bytes,
    Buffer.from(word.toLowerCase()),
    Buffer.from(word, 'utf16le'),
    Buffer.from(word, 'utf16le').swap16(),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('hex').toUpperCase()),
    ...base64.map((text) => Buffer.from(text)),
  ];
};
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
/** The files that contain this word in some form. */
const whereIs = (folder, word) => {
  const forms = formsOf(word);
  return filesIn(folder).filter((file) => {
    const bytes = readFileSync(file);
    return forms.some((form) => bytes.includes(form));
  });
};
/** How many of these words are found, each by itself. */
const countOf = (folder, all) => {
  const files = filesIn(folder).map((file) => readFileSync(file));
  return all.filter((word) => formsOf(word).some((form) => files.some((bytes) => bytes.includes(form)))).length;
};

/** All rows of views and of the search, by their tables. */
const rowsOf = (dataDir) => {
  const all = {};
  const read = (file, tables, columns) => {
    const db = new DatabaseSync(join(dataDir, file), { readOnly: true });
    for (const { name } of db.prepare(tables).all())
      all[`${file} ${name}`] = db
        .prepare(`SELECT ${columns} FROM "${name}" ORDER BY id`)
        .all()
        .map((row) => JSON.stringify(row));
    db.close();
  };
  read('views.db', "SELECT name FROM views WHERE view <> 'scrubbed'", 'id, json, position');
  read('search.db', "SELECT 'documents_' || version AS name FROM versions", 'id, json');
  read('search.db', "SELECT 'texts' AS name", 'id, key, text');
  all.positions = Object.values(all)
    .flat()
    .flatMap((row) => JSON.parse(row).position ?? []);
  return all;
};

const dataDir = aFolder('dosar-destroyed-');
const before = aFolder('dosar-destroyed-before-');
const clock = join(before, 'clock');
/** A clock set forward by a year. */
const timed = { NODE_OPTIONS: `--import ${join(ROOT, 'scripts/rel/clock.mjs')}`, DOSAR_TEST_CLOCK: clock };
let server;
const start = async (folder = dataDir) => {
  server = await startServer({
    dataDir: folder,
    port: await freePort(),
    environment: timed,
  });
  return server;
};
const stop = async () => check((await server.stop()) === 0, 'the server did not stop well');
const settled = async (admin) => {
  for (let tries = 0; tries < 300; tries += 1) {
    const { body } = await admin('GET', '/health/ready');
    const found = must(
      await admin('GET', `/search?record=false&include_deleted=true&q=${words.stays.at(-1)}`),
      200,
      'total',
    );
    if (body.components.views.status === 'ok' && found > 0) return;
    await pause(100);
  }
  failures.push('views and search are not filled');
};
const operator = async (...asked) => {
  const { stdout } = await run(process.execPath, [join(ROOT, 'apps/gateway/dist/dosar.js'), ...asked], {
    cwd: ROOT,
    env: { ...process.env, ...timed, DOSAR_DATA_DIR: dataDir, DOSAR_LOG_LEVEL: 'silent' },
  }).catch((error) => ({ stdout: error.stderr }));
  return stdout;
};

const figures = {};
try {
  writeFileSync(clock, '0');
  await start();
  const { people } = await aFirm(server.url, 2);
  const [bakery, mill] = people;
  const clientId = bakery.client.id;
  const year = new Date().getUTCFullYear();
  const name = `files:${clientId}/${year}`;
  // what begins in the year that is destroyed: a third of the canaries in names, notes and contents
  const gone = [];
  for (let at = 0; at < 60; at += 1) {
    const form = upload(`În document: ${canary('gone')}`, `${canary('gone')}.txt`);
    const file = must(await bakery.ask('POST', '/files/upload', { form }), 201, 'file');
    gone.push(file.id);
    if (at % 2 === 0)
      must(await bakery.ask('POST', `/files/${file.id}/notes`, { body: { text: canary('gone') } }), 201);
  }
  const folders = [];
  for (let at = 0; at < 30; at += 1)
    folders.push(must(await bakery.ask('POST', '/folders', { body: { name: canary('gone') } }), 201, 'folder').id);
  const kept = [];
  for (let at = 0; at < 10; at += 1) {
    const form = upload(`În document: ${canary('carried')}`, `${canary('carried')}.txt`);
    const file = must(await bakery.ask('POST', '/files/upload', { form }), 201, 'file');
    must(await bakery.ask('POST', `/files/${file.id}/notes`, { body: { text: canary('carried') } }), 201);
    kept.push(file);
  }
  must(await mill.ask('POST', '/files/upload', { form: upload(canary('stays'), `${canary('stays')}.txt`) }), 201);
  must(await bakery.ask('POST', `/conversations/${clientId}/messages`, { body: { text: canary('stays') } }), 201);
  const uploads = (await import('node:fs')).readdirSync(join(dataDir, 'blobs'), { recursive: true }).length;
  await pause(1_500);
  await stop();
  cpSync(join(dataDir, 'vault.db'), join(before, 'vault.db'));

  // the turn of the year: renamed, moved, downloaded, noted and deleted in the next one
  writeFileSync(clock, String(YEAR_MS));
  await start();
  const ask = await client(server.url).signIn(bakery.email);
  const boss = await client(server.url).admin();
  let last;
  for (const [at, id] of gone.entries()) {
    last = canary('gone');
    must(await ask('PATCH', `/files/${id}`, { body: { name: `${last}.txt` } }), 200);
    if (at % 3 === 0) must(await ask('POST', `/files/${id}/notes`, { body: { text: canary('gone') } }), 201);
    if (at % 6 !== 0) continue;
    const url = must(await ask('GET', `/files/${id}/download`), 200, 'url');
    check((await ask('GET', url)).status === 200, 'a document is not sent');
  }
  for (let at = 0; words.gone.length < CANARIES; at += 1)
    must(await ask('PUT', `/folders/${folders[at % folders.length]}`, { body: { name: canary('gone') } }), 200);
  const moving = { file_ids: gone.slice(0, 20), target_folder_id: folders[0], client_id: clientId };
  must(await ask('POST', '/bulk/files/move', { body: moving }), 200);
  must(
    await ask('POST', '/bulk/files/delete', { body: { file_ids: gone, folder_ids: folders, client_id: clientId } }),
    200,
  );
  must(await ask('POST', '/files/upload', { form: upload(canary('stays'), `${canary('stays')}.txt`) }), 201);
  await settled(boss);
  const total = async (word) =>
    must(await boss('GET', `/search?record=false&include_deleted=true&q=${word}`), 200, 'total');
  const audited = async (word) => must(await boss('GET', `/audit/events?q=${word}&limit=5`), 200, 'events').length;
  for (let tries = 0; (await audited(words.gone[1])) === 0 && tries < 100; tries += 1) await pause(50);
  const searched = await total(last);
  const heard = await audited(words.gone[1]);
  check(searched > 0 && heard > 0, `before a search finds ${searched}, the audit ${heard}`);
  // texts and search terms follow with a delay
  const asked = performance.now();
  while (countOf(dataDir, words.gone) < CANARIES && performance.now() - asked < 30_000) await pause(200);
  figures.found_before = countOf(dataDir, words.gone);
  check(figures.found_before === CANARIES, `only ${figures.found_before} of ${CANARIES} are found before`);

  const refused = await operator('destroy', name, 'now');
  check(/^10 folders and files that began in/.test(refused), `not refused: ${refused}`);
  check(/are carried into this year/.test(await operator('destroy', name, 'carry')), 'nothing is carried');
  const began = performance.now();
  const destroying = operator('destroy', name, 'now');
  const key = () => secretsIn(dataDir).get(`key/${name}`);
  while (key() !== 'destroyed' && performance.now() - began < 30_000) await pause(10);
  const from = performance.now();
  const names = async () =>
    must(await boss('GET', '/files/trash?client_id=' + clientId), 200, 'files').filter((file) => file.name !== null);
  while ((await names()).length > 0 && performance.now() - from < 20_000) await pause(20);
  figures.rows_null_after_ms = Math.round(performance.now() - from);
  while ((await total(last)) > 0 && performance.now() - from < 20_000) await pause(20);
  figures.not_found_after_ms = Math.round(performance.now() - from);
  const said = await destroying;
  figures.done_after_ms = Math.round(performance.now() - from);
  check(said.includes(`${name} is destroyed`), `not done: ${said}`);
  const nowhere = (when, folder = dataDir) => {
    for (const file of whereIs(folder, STEMS.gone)) failures.push(`${when} ${file} has what was destroyed`);
  };
  nowhere('while it runs');
  check((await audited(words.gone[1])) === 0, 'the audit finds it by its words');
  const left = readdirSync(join(dataDir, 'blobs'), { recursive: true }).length;
  check(left <= uploads - gone.length + 1, `${left} blobs are left of ${uploads}`);
  for (const kind of ['carried', 'stays'])
    check(countOf(dataDir, words[kind]) === words[kind].length, `not all is left of what ${kind}`);
  for (const { id, sha256 } of kept) {
    const file = must(await ask('GET', `/files/${id}`), 200, 'file');
    check(
      file.sha256 === sha256 && file.name.startsWith(STEMS.carried),
      `what was carried is ${file.name} ${file.sha256}, not ${sha256}`,
    );
    const url = must(await ask('GET', `/files/${id}/download`), 200, 'url');
    check((await ask('GET', url)).body.includes(STEMS.carried), 'what was carried is not sent');
    check(
      must(await ask('GET', `/files/${id}/notes`), 200, 'notes')[0]?.text.startsWith(STEMS.carried),
      'a note is gone',
    );
  }
  check(
    (await total(words.carried[0])) === 1 && (await total(words.stays[0])) === 1,
    'a search does not find what is left',
  );
  check((await boss('GET', `/clients/${clientId}`)).body.client.societate !== null, 'the contacts are gone');
  await pause(1_000);
  await stop();
  nowhere('after a stop');
  const incremental = rowsOf(dataDir);
  dropViews(dataDir);
  for (const end of ['', '-wal', '-shm']) remove(join(dataDir, `search.db${end}`));
  await start();
  const again = await client(server.url).admin();
  await settled(again);
  // what is inside documents is read a little later
  const inside = words.carried.filter((_, at) => at % 3 === 0);
  const isRead = async (word) => must(await again('GET', `/search?record=false&q=${word}`), 200, 'total') > 0;
  for (const word of inside) for (let tries = 0; !(await isRead(word)) && tries < 200; tries += 1) await pause(100);
  await pause(1_000);
  await stop();
  nowhere('after a rebuild');
  const rebuilt = rowsOf(dataDir);
  // whoever looked whether it was filled has signed in for that
  const newest = Math.max(...incremental.positions);
  const isNew = (row) => (JSON.parse(row).position ?? 0) > newest;
  const touched = new Set(
    Object.values(rebuilt)
      .flat()
      .filter((row) => typeof row === 'string' && isNew(row))
      .map((row) => JSON.parse(row).id),
  );
  const isOld = (row) => !touched.has(JSON.parse(row).id);
  for (const table of new Set([...Object.keys(incremental), ...Object.keys(rebuilt)])) {
    if (table === 'positions') continue;
    const [one, other] = [incremental, rebuilt].map((rows) => new Set((rows[table] ?? []).filter(isOld)));
    const differ = [...one].filter((row) => !other.has(row)).length + [...other].filter((row) => !one.has(row)).length;
    if (differ > 0) failures.push(`${table}: ${differ} rows differ between incremental and rebuilt`);
  }
  failures.push(...faultsOfLog(records(dataDir)));

  // without a running server one is started for it
  const ofMill = `files:${mill.client.id}/${year}`;
  check(/file .* bytes/.test(await operator('destroy', ofMill)), 'what would go is not listed');
  check(
    /^1 folders and files are carried/.test(await operator('destroy', ofMill, 'carry')),
    'nothing is carried alone',
  );
  check((await operator('destroy', ofMill, 'now')).includes('is destroyed'), 'nothing is destroyed without a server');
  check(secretsIn(dataDir).get(`key/${ofMill}`) === 'destroyed', 'the key is there without a server');

  // a disaster: the newest log with the former vault
  cpSync(join(before, 'vault.db'), join(dataDir, 'vault.db'));
  dropViews(dataDir);
  for (const end of ['', '-wal', '-shm']) remove(join(dataDir, `search.db${end}`));
  await start();
  await pause(2_000);
  await stop();
  check(key() === 'destroyed', 'the key is back with the vault of before');
  nowhere('restored with the vault of before');
} catch (error) {
  failures.push(error.stack, server?.complained());
  await server?.kill().catch(() => undefined);
}
console.log(JSON.stringify({ canaries: words.gone.length, ...figures, failures: failures.length }));
for (const failure of failures.slice(0, 20)) console.error(failure);
for (const folder of [dataDir, before]) remove(folder);
await exit(failures.length > 0 ? 1 : 0);
