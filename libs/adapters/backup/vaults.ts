import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openToRead } from '../sqlite';
import { CUT, cutIn, stampOf, type Cut, type Manifest } from './manifest';

const NAME = /^vault-[0-9TZ-]+\.db$/;

/** The file name of a copy of the vault, which sorts by time. */
export const vaultNameAt = (at: Date): string => `vault-${stampOf(at)}.db`;

/** The log that a copy of the vault belongs to; null when it does not say so. */
const belongingOf = (file: string): Cut | null => {
  const db = openToRead(file);
  try {
    const row = db.prepare('SELECT value FROM secrets WHERE key = ?').get(CUT) as { value: string } | undefined;
    return cutIn(row?.value ?? null);
  } catch {
    return null; // some other file
  } finally {
    db.close();
  }
};

/** The copies of that installation's vault in a folder, the newest last. */
export const vaultsIn = (folder: string, installation: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name) && belongingOf(join(folder, name))?.installation === installation)
    .sort();

/** The folder for copies of the vault, unless one is given. */
export const besideOf = (folder: string): string => `${resolve(folder)}-vault`;

/**
 * The copy of the vault for a backup: the given one; in a folder the one made with the backup, else the newest.
 * @returns null when there is none
 */
export const vaultFor = (folder: string, manifest: Manifest, given: string | null): string | null => {
  const place = given ?? besideOf(folder);
  if (!existsSync(place)) return null;
  if (statSync(place).isFile()) return place;
  const own = join(place, manifest.vault.file);
  if (existsSync(own)) return own;
  const newest = vaultsIn(place, manifest.installation).at(-1);
  return newest === undefined ? null : join(place, newest);
};
