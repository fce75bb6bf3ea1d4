import { existsSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { Damaged, endAt, type Vault } from '@dosar/kernel/runtime';
import { placeOf } from '../blob-store/shelves';
import { CannotStart } from '../cannot-start';
import { mustBeReadableLog } from '../event-store/sqlite-readable';
import { lockFolder } from '../folder-lock';
import { placesIn } from '../places';
import { sqliteVault } from '../vault/sqlite';
import { cut } from './cut';
import { copyDocuments, type Copied, type Work } from './documents';
import { makeFolder, nameDurably, namesIn, onDisk, PART, sumOf, sync, withEach, writeDurably } from './files';
import { CUT, layout, listOf, MANIFEST, manifestIn, stampOf, type Cut, type Manifest } from './manifest';
import { vaultNameAt, vaultsIn } from './vaults';
import { missingFrom, surveyOf, vaultSurveyOf, type Missing, type Survey } from './survey';

export type BackupRequest = Pick<Work, 'dataDir' | 'folder' | 'vaultFolder'>;
export type MadeBackup = {
  readonly manifest: Manifest;
  readonly vaultFile: string;
  /** Documents that no earlier backup had. */
  readonly copied: { readonly count: number; readonly bytes: number };
  /** Keys and documents that the log names and the installation lacks. */
  readonly missing: Missing;
  /** Expired copies of the vault, which were removed. */
  readonly removed: readonly string[];
};

const LOCK = 'backup';
/** How long copies of the vault are stored: erased data could be read with an older one. */
const VAULT_MS = 30 * 24 * 60 * 60 * 1000;
/** A document removed while the backup is made is checked again against a newer copy of the log. */
const ATTEMPTS = 3;
const OWN = /^(log|documents)-.*\.(db|txt)/;

const isInside = (inner: string, outer: string): boolean => !relative(outer, inner).startsWith('..');

/** @throws CannotStart when the folder is in use for something else */
const mustBeFor = async (folder: string, { dataDir, vaultFolder }: BackupRequest): Promise<void> => {
  const places = [folder, vaultFolder, placesIn(dataDir).folder].map((each) => realpathSync(each));
  const [backup, vault, data] = places as [string, string, string];
  if (isInside(backup, data) || isInside(data, backup) || isInside(vault, data))
    throw new CannotStart(`a backup in the data folder ${data} is lost with it: give another folder`);
  if (isInside(vault, backup) || isInside(backup, vault))
    throw new CannotStart(
      `the copy of the vault must lie in another place than ${backup}: whoever gets both can read all, and what was erased can be read as long as they are kept together`,
    );
  const names = await namesIn(folder);
  if (names.length > 0 && !names.includes(MANIFEST) && !names.includes(`${LOCK}.lock`))
    throw new CannotStart(`${folder} is not empty, and holds no backup: give an empty folder, or one with a backup`);
};

type Cutting = { readonly log: string; readonly vault: string };

const surveyed = (file: string, { before, folder }: Work): Survey => {
  try {
    const survey = surveyOf(file);
    if (before && survey.installationId !== before.installation)
      throw new CannotStart(
        `${folder} holds a backup of another installation (${before.installation}) than this one (${survey.installationId}): give another folder`,
      );
    // read again only to compare it with the log of the earlier backup
    return before ? surveyOf(file, before.log) : survey;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    const kept = before ? `; the backup of ${before.madeAt} stays as it is: give another folder for this log` : '';
    throw new CannotStart(`this log is not backed up, since ${error.message}${kept}`);
  }
};

/** Notes in the copy of the vault which log it belongs to. */
const mark = async (file: string, { end, installationId }: Survey, at: Date): Promise<void> => {
  const vault: Vault = sqliteVault(file);
  try {
    await endAt(vault, BigInt(end.position));
    const said: Cut = { installation: installationId, madeAt: at.toISOString(), size: end.size };
    await vault.remove(CUT);
    await vault.putIfAbsent(CUT, JSON.stringify(said));
  } finally {
    await vault.close();
  }
};

const removeParts = async (folder: string, keep: (name: string) => boolean): Promise<void> => {
  for (const name of await namesIn(folder)) if (!keep(name)) await rm(join(folder, name), { force: true });
};

/** Removes copies of this installation's vault that are older than 30 days. */
const removeOldVaults = async ({ vaultFolder, at }: Work, installation: string): Promise<readonly string[]> => {
  const oldest = vaultNameAt(new Date(at.getTime() - VAULT_MS));
  const old = vaultsIn(vaultFolder, installation).filter((name) => name < oldest);
  for (const name of old) await rm(join(vaultFolder, name));
  return old;
};

/** Copies log and vault as of one moment, and then the documents that the log names. */
const copyAll = async (work: Work, parts: Cutting) => {
  const from = placesIn(work.dataDir);
  let lost = '';
  for (let attempt = 1; ; attempt += 1) {
    for (const part of Object.values(parts)) await rm(part, { force: true });
    cut(from, parts);
    const survey = surveyed(parts.log, work);
    const vault = vaultSurveyOf(parts.vault);
    const copied = await copyDocuments(work, survey, vault);
    const again = [...copied.lost].sort().join();
    if (again === '' || again === lost || attempt === ATTEMPTS) return { survey, vault, ...copied };
    lost = again;
  }
};

const textOf = async function* (text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
};

/** Gives all files their final names, the manifest last: from then on this is the backup. */
const finish = async (
  work: Work,
  parts: Cutting,
  { survey, documents, lost, erased }: Copied & { readonly survey: Survey },
): Promise<Manifest> => {
  const { folder, vaultFolder, at } = work;
  const stamp = stampOf(at);
  await mark(parts.vault, survey, at);
  const list = `documents-${stamp}.txt`;
  const listed = await writeDurably(join(folder, list), textOf(listOf(documents)));
  const log = { file: basename(parts.log, PART), ...(await sumOf(parts.log)), ...survey.end };
  const vault = { file: basename(parts.vault, PART), ...(await sumOf(parts.vault)) };
  for (const part of Object.values(parts)) await nameDurably(part.slice(0, -PART.length));
  const total = documents.reduce((sum, { bytes }) => sum + bytes, 0);
  const manifest: Manifest = {
    ...layout,
    installation: survey.installationId,
    madeAt: at.toISOString(),
    level: survey.level,
    log,
    vault,
    documents: { file: list, ...listed, count: documents.length, total, missing: [...lost] },
  };
  await writeDurably(join(folder, MANIFEST), textOf(`${JSON.stringify(manifest, null, 2)}\n`));
  await Promise.all([sync(folder), sync(vaultFolder)]);
  await removeParts(folder, (name) => !OWN.test(name) || name === log.file || name === list);
  await removeParts(vaultFolder, (name) => !name.includes(PART));
  await withEach(erased, (id) => rm(placeOf(placesIn(folder).blobs, id), { force: true }));
  return manifest;
};

const make = async (work: Work): Promise<MadeBackup> => {
  const { folder, vaultFolder, at, dataDir } = work;
  mustBeReadableLog(placesIn(dataDir).log);
  const parts = {
    log: join(folder, `log-${stampOf(at)}.db${PART}`),
    vault: join(vaultFolder, vaultNameAt(at) + PART),
  };
  try {
    const done = await copyAll(work, parts);
    const { survey, vault, copied, lost } = done;
    const manifest = await finish(work, parts, done);
    return {
      manifest,
      vaultFile: join(vaultFolder, manifest.vault.file),
      missing: { ...missingFrom(survey, vault, placesIn(folder).blobs), documents: lost },
      copied: { count: copied.length, bytes: copied.reduce((sum, { bytes }) => sum + bytes, 0) },
      removed: await removeOldVaults(work, survey.installationId),
    };
  } finally {
    for (const part of Object.values(parts)) await rm(part, { force: true });
  }
};

/**
 * Backs an installation up, with or without its server running: log and documents into one folder, the vault into another.
 * Documents of an earlier backup are reused.
 * @throws CannotStart when it was not made: an earlier backup stays as it was
 */
export const makeBackup = async (wanted: BackupRequest, at: Date = new Date()): Promise<MadeBackup> => {
  const { folder, vaultFolder, dataDir } = wanted;
  const { log, vault } = placesIn(dataDir);
  if (!existsSync(log) || !existsSync(vault))
    throw new CannotStart(`there is nothing to be backed up in ${placesIn(dataDir).folder}: it has no log and vault`);
  return onDisk(`no backup was made in ${folder}; an earlier one there is as it was`, async () => {
    for (const each of [folder, vaultFolder]) await makeFolder(each);
    await mustBeFor(folder, wanted);
    const lock = lockFolder(folder, LOCK, (by) => `another backup into ${folder} is under way${by}`);
    try {
      return await make({ ...wanted, before: manifestIn(folder), at });
    } finally {
      lock.release();
    }
  });
};
