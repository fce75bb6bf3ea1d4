// From one level to the next and back: what was written stays byte for byte, what is computed is what a rebuild makes of it,
// what is no event is brought over once, also by one that is killed while it does it, and the former release refuses.
// The folder of each release (scripts/rel/golden) is opened by this one, and upgraded to the next.
//   node scripts/rel/upgrades.mjs [--kills 5]
//   node scripts/rel/upgrades.mjs --golden     makes the folder of this release anew, as long as it is not out
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { atEnd, exit } from '../ending.mjs';
import { aFirm, client, must, upload } from './client.mjs';
import { goldenReleases, keepGolden, unpackGolden, version } from './golden.mjs';
import { NEWER, newerRelease } from './newer-release.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';
import { dropViews, faultsOfBlobs, faultsOfLog, hashOfViews, records, secretsIn } from './stored.mjs';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '5' }, golden: { type: 'boolean' } } });
const KILLS = Number(values.kills);
const CANNOT_START = 78;
const BEHIND_MS = 20_000;

let failures = 0;
const check = (is, what) => {
  if (is) return;
  failures += 1;
  console.error(`FAILED ${what}`);
};

process.chdir(ROOT);
const folderFor = () => {
  const folder = aFolder();
  atEnd(() => remove(folder));
  return folder;
};
const start = async (dataDir, main) => startServer({ dataDir, port: await freePort(), ...(main && { main }) });

/** Waits until the views have taken all of the log. */
const stopSettled = async (server, dataDir) => {
  const all = records(dataDir).length;
  const until = Date.now() + BEHIND_MS;
  const isBehind = () => hashOfViews(dataDir, false).positions.some((position) => Number(position) < all);
  while (isBehind() && Date.now() < until) await new Promise((go) => setTimeout(go, 100));
  check((await server.stop()) === 0, 'a server did not end with 0');
};

const folderNamed = async (ask, name) => must(await ask('POST', '/folders', { body: { name } }), 201, 'folder');

/** An act that an operator has left beside a server that was stopped. */
const leaveAct = (dataDir) => {
  const db = new DatabaseSync(join(dataDir, 'vault.db'));
  const act = {
    id: randomUUID(),
    what: 'backup',
    about: null,
    count: null,
    root: null,
    actedAt: new Date().toISOString(),
  };
  db.prepare("UPDATE secrets SET value = ? WHERE key = 'acts'").run(JSON.stringify([act]));
  db.close();
};

/** An installation of this release that somebody has worked with. */
const written = async () => {
  const dataDir = folderFor();
  const server = await start(dataDir);
  const { people, admin } = await aFirm(server.url, 1);
  const [{ ask, email }] = people;
  const folder = await folderNamed(ask, 'Facturi');
  must(await ask('PUT', `/folders/${folder.id}`, { body: { name: 'Facturi 2026' } }), 200);
  must(await ask('POST', '/files/upload', { form: upload('factura', 'factura.txt') }), 201);
  must(await admin('GET', '/audit/events'), 200);
  await stopSettled(server, dataDir);
  leaveAct(dataDir);
  return { dataDir, email, folder };
};

const copied = (from) => {
  const to = folderFor();
  cpSync(from, to, { recursive: true });
  return to;
};

/** Every byte of what is stored. */
const bytesOf = (dataDir) =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^dosar\.(lock|pid)/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
    .join('\n');

/** What the log and the vault say after an upgrade. */
const checkUpgraded = (before, dataDir) => {
  const after = records(dataDir);
  check(
    before.every(
      ({ text, leaf }, at) => after[at].text === text && Buffer.from(after[at].leaf).equals(Buffer.from(leaf)),
    ),
    'records of before are not byte for byte what they were',
  );
  for (const fault of faultsOfLog(after)) check(false, fault);
  const said = after.filter(({ type }) => type === 'SoftwareStarted');
  check(said.map(({ data }) => data.level).join() === '1,2', `levels said: ${said.map(({ data }) => data.level)}`);
  check(said[1]?.data.version === NEWER.version, `the release said is ${said[1]?.data.version}`);
  const acts = after.filter(({ type }) => type === 'OperatorActed');
  check(acts.length === 1 && acts[0].data.what === 'backup', `acts said: ${acts.length}`);
  const vault = secretsIn(dataDir);
  check(vault.get('level') === String(NEWER.level), `the level of the vault is ${vault.get('level')}`);
  check(vault.get('acts') === '{"acts":[]}', `the row of the vault is ${vault.get('acts')}`);
  return after;
};

/** Waits for what comes a little later. */
const until = async (isThere) => {
  const end = Date.now() + BEHIND_MS;
  while (!(await isThere()) && Date.now() < end) await new Promise((go) => setTimeout(go, 100));
};

const untilActSaid = (dataDir) => until(() => records(dataDir).some(({ type }) => type === 'OperatorActed'));

const upgrade = async ({ dataDir, email, folder }) => {
  const before = records(dataDir);
  const server = await start(dataDir, newer.main);
  const told = server.said();
  check(
    told.includes(
      `this Dosar (${NEWER.version}, level ${NEWER.level}) upgrades what an older one (0.1.0, level 1) has written`,
    ),
    `nothing was said of the upgrade: ${told}`,
  );
  check(told.includes('what operators did is written otherwise'), `nothing was said of the vault: ${told}`);
  check(
    new RegExp(
      `views are filled anew from ${before.length} records, which takes about \\d+ s \\((folders|all of them)\\)`,
    ).test(told),
    `nothing was said of the views: ${told}`,
  );
  const ask = await client(server.url).signIn(email);
  must(await ask('PUT', `/folders/${folder.id}`, { body: { name: 'Facturi vechi' } }), 200);
  const { folders } = must(await ask('GET', '/folders'), 200);
  check(folders.map(({ name }) => name).join() === 'Facturi vechi', `folders are ${folders.map(({ name }) => name)}`);
  // the audit is filled a little later than what people work with
  const history = async () => must(await ask('GET', `/folders/${folder.id}/history`), 200, 'events').length;
  await until(async () => (await history()) === 3);
  check((await history()) === 3, `its history has ${await history()} events`);
  await untilActSaid(dataDir);
  await stopSettled(server, dataDir);

  const after = checkUpgraded(before, dataDir);
  const versions = after.filter(({ type }) => type === 'FolderRenamed').map(({ version }) => version);
  check(versions.join() === '1,2', `renames were written as versions ${versions}`);
  const incremental = hashOfViews(dataDir);
  const rebuilt = copied(dataDir);
  dropViews(rebuilt);
  await stopSettled(await start(rebuilt, newer.main), rebuilt);
  const anew = hashOfViews(rebuilt);
  check(anew.hash === incremental.hash, `a rebuild makes other views: ${anew.rows} rows, ${incremental.rows} before`);
  return { records: before.length, rows: incremental.rows };
};

/** The former release, at what the newer one has written. */
const refused = async (dataDir) => {
  const before = bytesOf(dataDir);
  const child = spawn(process.execPath, ['apps/gateway/dist/main.js'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, DOSAR_DATA_DIR: dataDir, DOSAR_PORT: '0' },
  });
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  const [code] = await once(child, 'exit');
  check(code === CANNOT_START, `the former release ended with ${code}`);
  check(
    /^Dosar cannot start: .* was written by a newer Dosar \(level 2\) than this one \(0\.1\.0, level 1\): start the newer one\n$/.test(
      said,
    ),
    `the former release said: ${said}`,
  );
  for (const command of [['accept-log'], ['leftovers', 'remove'], ['rotate-master-key'], ['rotate-master-key']]) {
    const { status, stderr } = spawnSync(process.execPath, ['apps/gateway/dist/dosar.js', ...command], {
      env: { PATH: process.env.PATH, DOSAR_DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    check(status === CANNOT_START && /newer Dosar/.test(stderr), `${command.join(' ')}: ${status} ${stderr}`);
  }
  check(bytesOf(dataDir) === before, 'the former release has changed what it refused');
};

/** Killed again and again while it upgrades, it goes on from there. */
const killed = async (from) => {
  const dataDir = copied(from);
  const before = records(dataDir);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, [newer.main], {
      stdio: 'ignore',
      env: { ...process.env, DOSAR_DATA_DIR: dataDir, DOSAR_PORT: '0', DOSAR_DEMO: '0', DOSAR_LOG_LEVEL: 'silent' },
    });
    const exited = once(child, 'exit');
    // opening and upgrading are over after a second and a half
    await new Promise((go) => setTimeout(go, 300 + (1_500 * kill) / KILLS));
    child.kill('SIGKILL');
    await exited;
  }
  const server = await start(dataDir, newer.main);
  await untilActSaid(dataDir);
  await stopSettled(server, dataDir);
  checkUpgraded(before, dataDir);
};

const saidLast = (all) => all.findLast(({ type }) => type === 'SoftwareStarted').data;

/** Whoever changes what events say, or who may do what, behind a release that is out, raises the level. */
const checkRaised = (release, before, after) => {
  if (release === version) return;
  const former = saidLast(before);
  const now = saidLast(after);
  const catalogue = createHash('sha256').update(readFileSync('libs/kernel/EVENTS.json')).digest('hex');
  const isSame = former.catalogue === catalogue && JSON.stringify(former.policy) === JSON.stringify(now.policy);
  check(
    isSame || now.level > former.level,
    `the level of ${release} is to be raised: LEVEL in libs/kernel/log/software.ts`,
  );
};

/** This release, at what another one has left. */
const opened = async (release) => {
  const { dataDir, email, folder } = unpackGolden(release, folderFor());
  const before = records(dataDir);
  const server = await start(dataDir);
  const ask = await client(server.url).signIn(email);
  const { folders } = must(await ask('GET', '/folders'), 200);
  check(folders.map(({ name }) => name).join() === 'Facturi 2026', `folders are ${folders.map(({ name }) => name)}`);
  const [file] = must(await ask('GET', '/files'), 200, 'files');
  const { url } = must(await ask('GET', `/files/${file.id}/download`), 200);
  check((await ask('GET', url)).body === 'factura', 'a document is not what was brought');
  must(await ask('PUT', `/folders/${folder.id}`, { body: { name: 'Altele' } }), 200);
  await untilActSaid(dataDir);
  await stopSettled(server, dataDir);
  const after = records(dataDir);
  check(
    before.every(({ text }, at) => after[at].text === text),
    'records of before are not byte for byte what they were',
  );
  for (const fault of [...faultsOfLog(after), ...faultsOfBlobs(dataDir, after)]) check(false, fault);
  checkRaised(release, before, after);
};

const office = await written();
if (values.golden) {
  console.log(JSON.stringify({ made: keepGolden(office), failures }));
  await exit(failures > 0 ? 1 : 0);
}
const newer = newerRelease();
atEnd(newer.remove);
const original = copied(office.dataDir);
const figures = await upgrade(office);
await refused(office.dataDir);
await killed(original);
const releases = goldenReleases();
for (const release of releases) {
  const failed = failures;
  await opened(release);
  await upgrade(unpackGolden(release, folderFor()));
  check(failures === failed, `the folder of ${release}: if that is not out yet, --golden makes it anew`);
}
console.log(JSON.stringify({ ...figures, kills: KILLS, golden: releases, failures }));
await exit(failures > 0 ? 1 : 0);
