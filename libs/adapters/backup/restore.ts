import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vault } from '@dosar/kernel/runtime';
import { CannotStart } from '../cannot-start';
import { placeOf, shelfOf } from '../blob-store/shelves';
import { lockFolder } from '../folder-lock';
import { placesIn } from '../places';
import { checkBackup, type Checked } from './check';
import { copyDurably, makeFolder, namesIn, onDisk, sync, withEach } from './files';
import { CUT, type Manifest } from './manifest';
import { isMissed } from './survey';
import { sqliteVault } from '../vault/sqlite';

export type Restoring = { readonly folder: string; readonly vault: string | null; readonly dataDir: string };
export type Restored = { readonly manifest: Manifest; readonly faults: readonly string[] };

/** A file that exists until the restore is complete: another run then continues it. */
const UNFINISHED = 'restore.unfinished';
/** Files of locks, which do not count as data. */
const OF_LOCKS = new Set(['dosar.lock', 'dosar.pid']);

/** @throws CannotStart when the folder has data that would be lost */
const mustBeEmpty = async (folder: string): Promise<void> => {
  const names = (await namesIn(folder)).filter((name) => !OF_LOCKS.has(name) && name !== 'master.key');
  const isGoneOnWith = names.includes(UNFINISHED) && !existsSync(placesIn(folder).log);
  if (names.length > 0 && !isGoneOnWith)
    throw new CannotStart(
      `${folder} is not empty: a backup is restored into an empty folder alone, so that nothing is overwritten`,
    );
};

const bringDocuments = async (from: string, to: string, ids: Iterable<string>): Promise<void> => {
  const shelves = new Set<string>();
  await withEach(ids, async (id) => {
    const source = placeOf(from, id);
    if (!existsSync(source)) return;
    await makeFolder(shelfOf(to, id));
    await copyDurably(source, placeOf(to, id));
    shelves.add(shelfOf(to, id));
  });
  for (const shelf of shelves) await sync(shelf);
};

/** Prepares the restored vault before the first start. */
export type OfVault = (vault: Vault, manifest: Manifest) => Promise<void>;

/** The log gets its final name last: without it no server starts. */
const bring = async ({ folder, dataDir }: Restoring, manifest: Manifest, checked: Checked, ofVault: OfVault) => {
  const from = placesIn(folder);
  const to = placesIn(dataDir);
  const unfinished = join(to.folder, UNFINISHED);
  await writeFile(unfinished, '');
  const survey = checked.survey!;
  const kept = checked.vault!;
  const missed = [...survey.documents.keys()].filter((id) => isMissed(id, survey, kept));
  await bringDocuments(from.blobs, to.blobs, missed);
  await copyDurably(checked.vaultFile!, to.vault);
  const vault = sqliteVault(to.vault);
  try {
    await vault.remove(CUT);
    await ofVault(vault, manifest);
  } finally {
    await vault.close();
  }
  await sync(to.folder);
  await copyDurably(join(folder, manifest.log.file), to.log);
  await sync(to.folder);
  await rm(unfinished);
};

/**
 * Restores a backup into an empty data folder. Everything computed from the log is filled by the next start.
 * @returns what the backup lacks, in sentences
 * @throws CannotStart when nothing was restored
 */
export const restoreBackup = async (restoring: Restoring, ofVault: OfVault): Promise<Restored> => {
  const { folder, vault, dataDir } = restoring;
  const place = placesIn(dataDir).folder;
  const { manifest, ...checked } = await checkBackup(folder, vault);
  if (!manifest)
    throw new CannotStart(
      `${folder} is a data folder and no backup: whoever wants to use it gives it as DOSAR_DATA_DIR`,
    );
  if (checked.refusals.length > 0) throw new CannotStart(`nothing is restored: ${checked.refusals.join('; ')}`);
  return onDisk(`${place} is not restored: make room, and call this once more`, async () => {
    await makeFolder(place);
    await mustBeEmpty(place);
    const lock = lockFolder(place);
    try {
      await bring(restoring, manifest, checked, ofVault);
    } finally {
      lock.release();
    }
    return { manifest, faults: checked.faults };
  });
};
