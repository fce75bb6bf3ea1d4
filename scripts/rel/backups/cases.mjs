// What can be wrong while a backup is made or restored: each is said in a sentence, what was there before is as it was, and
// nothing half is taken for something whole.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from '../../ending.mjs';
import { client, must, upload } from '../client.mjs';
import { aFolder, freePort, remove, startServer } from '../server.mjs';
import { records } from '../stored.mjs';
import { begin, dosar } from './places.mjs';

const MB = 1024 * 1024;
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const mustHold = (faults, holds, what) => {
  if (!holds) faults.push(what);
};

/** A disk of its own; null where only root could create one. */
const aDisk = (bytes) => {
  const place = aFolder('dosar-disk-');
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', place]).status !== 0) return null;
  const over = atEnd(() => spawnSync('umount', [place]));
  const end = () => {
    over();
    spawnSync('umount', [place]);
    remove(place);
  };
  return { place, end };
};

/** Fills a disk except for that many bytes. */
const fill = (place, left) => {
  const { bavail, bsize } = statfsSync(place);
  writeFileSync(join(place, 'balast'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
};

const FULL = /^the disk is full: no backup was made in \S+; an earlier one there is as it was\n$/;
const isWhole = async (faults, dataDir, backup, ...more) => {
  const { code, said } = await dosar(dataDir, 'backup', '--check', backup, ...more);
  mustHold(faults, code === 0, `--check of the one before: ${code} ${said}`);
};
const isNone = async (faults, dataDir, backup) => {
  const { code, said } = await dosar(dataDir, 'backup', '--check', backup);
  mustHold(faults, code === 78 && /is no backup: backup\.json/.test(said), `--check: ${code} ${said}`);
};
/** Temporary files must not have the names of complete ones. */
const hasNoParts = (faults, ...folders) => {
  const parts = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []));
  mustHold(
    faults,
    !parts.some((name) => name.endsWith('.part')),
    `it left ${parts.filter((name) => name.endsWith('.part'))}`,
  );
};

/** Documents that take some room. */
const bring = async ({ url, people }, megabytes) => {
  const bytes = 'x'.repeat(MB);
  // the session may have expired during a long run
  const ask = await client(url).signIn(people[0].email);
  for (let at = 0; at < megabytes; at += 1) {
    const form = upload(`${Math.random()}${bytes}`, `mare ${Math.random()}.txt`);
    must(await ask('POST', '/files/upload', { form }), 201);
  }
};

/** The disk fills up during the first backup; then during a second one: at its log, its documents, or its vault. */
const fullDisk = async (about) => {
  const { dataDir, place } = about;
  const faults = [];
  const disk = aDisk(1 * MB);
  if (!disk) return null;
  const first = join(disk.place, 'copie');
  await bring(about, 3);
  const tried = await dosar(dataDir, 'backup', first, '--vault', join(place.root, 'seif'));
  mustHold(faults, tried.code === 78 && FULL.test(tried.said), `the first: ${tried.code} ${tried.said}`);
  await isNone(faults, dataDir, first);
  hasNoParts(faults, first, join(place.root, 'seif'));
  disk.end();
  return faults;
};

const fullLater = async (about) => {
  const { dataDir, place } = about;
  const faults = [];
  const disk = aDisk(512 * MB);
  if (!disk) return null;
  const copy = join(disk.place, 'copie');
  const vaults = join(place.root, 'seif');
  const made = await dosar(dataDir, 'backup', copy, '--vault', vaults);
  mustHold(faults, made.code === 0, made.said);
  for (const left of [64 * 1024, 2 * MB]) {
    await bring(about, 3);
    fill(disk.place, left);
    const tried = await dosar(dataDir, 'backup', copy, '--vault', vaults);
    mustHold(
      faults,
      tried.code === 78 && FULL.test(tried.said),
      `with ${left} bytes left: ${tried.code} ${tried.said}`,
    );
    rmSync(join(disk.place, 'balast'));
    await isWhole(faults, dataDir, copy, '--vault', vaults);
    hasNoParts(faults, copy, vaults);
  }
  // with room again it goes on
  const again = await dosar(dataDir, 'backup', copy, '--vault', vaults);
  mustHold(faults, again.code === 0, again.said);
  await isWhole(faults, dataDir, copy, '--vault', vaults);
  disk.end();
  return faults;
};

const fullVault = async ({ dataDir, place }) => {
  const faults = [];
  const disk = aDisk(64 * 1024);
  if (!disk) return null;
  fill(disk.place, 8 * 1024);
  const tried = await dosar(dataDir, 'backup', place.backup, '--vault', join(disk.place, 'seif'));
  mustHold(faults, tried.code === 78 && FULL.test(tried.said), `the vault: ${tried.code} ${tried.said}`);
  await isWhole(faults, dataDir, place.backup);
  disk.end();
  return faults;
};

/** Killed at random points, repeatedly: the former backup stays complete, and so is an undisturbed one. */
const killedBackup = async (about) => {
  const { dataDir, place, isShort } = about;
  const faults = [];
  for (let ms = 150; ms < (isShort ? 700 : 1_500); ms += isShort ? 180 : 75) {
    await bring(about, 1);
    const { child, ended } = begin(dataDir, ['backup', place.backup]);
    await pause(ms);
    child.kill('SIGKILL');
    await ended;
    await isWhole(faults, dataDir, place.backup);
  }
  const { code, said } = await dosar(dataDir, 'backup', place.backup);
  mustHold(faults, code === 0, said);
  await isWhole(faults, dataDir, place.backup);
  hasNoParts(faults, place.backup, place.vault);
  return faults;
};

/** Of two concurrent backups one is refused. */
const twoAtOnce = async (about) => {
  const faults = [];
  await bring(about, 2);
  const both = await Promise.all([1, 2].map(() => dosar(about.dataDir, 'backup', about.place.backup)));
  const refused = both.filter(({ code }) => code !== 0);
  const isSaid = refused.every(({ said }) => /^another backup into \S+ is under way \(process \d+\)\n$/.test(said));
  mustHold(faults, refused.length <= 1 && isSaid, JSON.stringify(both));
  await isWhole(faults, about.dataDir, about.place.backup);
  return faults;
};

const NOTHING_FOUNDED = /there is no log, but .* lies? here: restore the log/;
/** A killed restore is no installation, and nothing is founded there; repeated, it is complete. */
const killedRestore = async ({ place, isShort }) => {
  const faults = [];
  const folder = aFolder('dosar-restored-');
  const words = ['restore', place.backup, '--master-key', place.key];
  let started = 0;
  for (let ms = 200; ms < (isShort ? 800 : 1_600) && !existsSync(join(folder, 'log.db')); ms += 60) {
    const { child, ended } = begin(folder, words);
    await pause(ms);
    child.kill('SIGKILL');
    await ended;
    if (existsSync(join(folder, 'log.db')) || !existsSync(join(folder, 'vault.db')) || started > 0) continue;
    started += 1;
    const tried = await startServer({ dataDir: folder, port: await freePort() }).then(
      async (server) => `it starts: ${await server.stop()}`,
      ({ message }) => (NOTHING_FOUNDED.test(message) ? null : message),
    );
    mustHold(faults, tried === null, tried);
  }
  if (!existsSync(join(folder, 'log.db'))) {
    const { code, said } = await dosar(folder, ...words);
    mustHold(faults, code === 0, said);
  }
  const server = await startServer({ dataDir: folder, port: await freePort() });
  const admin = await client(server.url).admin();
  mustHold(faults, (await admin('GET', '/health/ready')).status === 200, 'it is not ready');
  mustHold(faults, !/"level":[56]0/.test(server.complained()), server.complained());
  await server.stop();
  const founded = records(folder).filter(({ type }) => type === 'InstallationFounded').length;
  mustHold(faults, founded === 1, `founded ${founded} times`);
  const again = await dosar(folder, ...words);
  mustHold(faults, again.code === 78 && /is not empty/.test(again.said), `a second time: ${again.code} ${again.said}`);
  remove(folder);
  return faults;
};

/** Existing files belong to somebody, and stay. */
const fullFolder = async ({ place }) => {
  const faults = [];
  const folder = aFolder('dosar-restored-');
  mkdirSync(join(folder, 'blobs'));
  writeFileSync(join(folder, 'blobs', 'poza'), 'x');
  const { code, said } = await dosar(folder, 'restore', place.backup);
  mustHold(faults, code === 78 && /^\S+ is not empty: [^\n]*\n$/.test(said), `${code} ${said}`);
  mustHold(faults, readdirSync(folder).join() === 'blobs', `there are ${readdirSync(folder)}`);
  remove(folder);
  return faults;
};

const ALL = {
  'the disk fills while the first backup is made': fullDisk,
  'the disk fills while a later backup is made': fullLater,
  'the disk of the vault’s copy is full': fullVault,
  'a backup that is killed again and again': killedBackup,
  'two backups at once': twoAtOnce,
  'a restore that is killed again and again': killedRestore,
  'a restore into a folder that is not empty': fullFolder,
};

/** @returns the faults of each case by its name; null where it could not be tried */
export const tryCases = async (about) => {
  const outcomes = [];
  for (const [name, work] of Object.entries(ALL))
    outcomes.push({ name, faults: await work(about).catch(({ stack }) => [stack]) });
  return outcomes;
};
