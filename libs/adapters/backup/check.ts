import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Damaged, LEVEL, type StoredHead } from '@dosar/kernel/runtime';
import { placeOf } from '../blob-store/shelves';
import { CannotStart } from '../cannot-start';
import { mustBeReadableLog } from '../event-store/sqlite-readable';
import { placesIn } from '../places';
import { isDamagedFile } from '../sqlite-damage';
import { sumOf, withEach } from './files';
import { CUT, cutIn, documentsIn, manifestIn, type Document, type Manifest } from './manifest';
import { missingFrom, surveyOf, vaultSurveyOf, type Missing, type Survey, type VaultSurvey } from './survey';
import { vaultFor } from './vaults';

/** How many examples a sentence names. */
const SHOWN = 5;
const some = (all: readonly string[]): string =>
  `${all.slice(0, SHOWN).join(', ')}${all.length > SHOWN ? ` and ${all.length - SHOWN} more` : ''}`;

/** Missing keys and documents that the log names, in sentences. */
export const sentencesOf = ({ keys, documents }: Missing, all: number): readonly string[] => [
  ...(keys.length > 0
    ? [
        `the vault lacks ${keys.length} keys that the log names (${some(keys.map(({ name, first }) => `${name}, from the record at position ${first} on`))}): what is sealed with them is lost, unless a newer copy of the vault is given`,
      ]
    : []),
  ...(documents.length > 0
    ? [`the bytes of ${documents.length} of ${all} documents are missing: ${some(documents)}`]
    : []),
];

/** Reports what cannot be read as a fault, so that the rest is still checked. */
const read = <T>(faults: string[], work: () => T): T | null => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Damaged || error instanceof CannotStart || isDamagedFile(error))) throw error;
    faults.push(error.message);
    return null;
  }
};

export type Checked = {
  readonly survey: Survey | null;
  readonly vault: VaultSurvey | null;
  readonly vaultFile: string | null;
  /** Why it cannot be restored, in sentences. */
  readonly refusals: readonly string[];
  /** What a restored installation would lack. */
  readonly faults: readonly string[];
};

const OTHER_VAULT = 'give the one that was made with this backup';

/** Why this copy of the vault does not belong to this log. */
const refusalOf = (vault: VaultSurvey, file: string, { installation }: Manifest): readonly string[] => {
  const cut = cutIn(vault.get(CUT));
  if (!vault.hasRoot) return [`${file} is no vault of an installation: ${OTHER_VAULT}`];
  return cut === null || cut.installation === installation
    ? []
    : [`${file} belongs to another installation (${cut.installation}) than the log (${installation}): ${OTHER_VAULT}`];
};

/** Says how much newer the log is than this copy of the vault. */
const faultsOfAge = (vault: VaultSurvey, file: string, { log }: Manifest): readonly string[] => {
  const cut = cutIn(vault.get(CUT));
  if (cut === null || cut.size >= log.size) return [];
  return [
    `${file} was made at ${cut.madeAt}, ${log.size - cut.size} records before the end of this log: passwords, second factors and keys that came after it are not in it`,
  ];
};

const differs = async (file: string, { bytes, sha256 }: Omit<Document, 'id'>): Promise<boolean> => {
  const found = await sumOf(file);
  return found.bytes !== bytes || found.sha256 !== sha256;
};

/** Documents that are missing, and documents whose bytes differ. */
const lookAtDocuments = async (folder: string, manifest: Manifest) => {
  const gone: string[] = [];
  const changed: string[] = [];
  await withEach(documentsIn(folder, manifest), async (each) => {
    const file = placeOf(placesIn(folder).blobs, each.id);
    if (!existsSync(file)) gone.push(each.id);
    else if (await differs(file, each)) changed.push(each.id);
  });
  return { gone, changed };
};

const isSame = async (faults: string[], file: string, sum: Omit<Document, 'id'>): Promise<boolean> => {
  if (!existsSync(file)) faults.push(`${file} is missing`);
  else if (await differs(file, sum)) faults.push(`${file} is not what was written`);
  else return true;
  return false;
};

/** The copy of the vault that belongs to it. */
const vaultOf = async (folder: string, manifest: Manifest, given: string | null, refusals: string[]) => {
  const file = vaultFor(folder, manifest, given);
  if (file === null) {
    refusals.push(
      `the copy of the vault, ${manifest.vault.file}, is not here: give it with --vault, since without it nothing personal in the log can be read`,
    );
    return null;
  }
  if (basename(file) === manifest.vault.file && !(await isSame(refusals, file, manifest.vault))) return null;
  const vault = read(refusals, () => vaultSurveyOf(file));
  if (!vault) return null;
  refusals.push(...refusalOf(vault, file, manifest));
  return { file, vault };
};

/** Checks a whole backup, every byte included. */
const checkMade = async (folder: string, manifest: Manifest, given: string | null): Promise<Checked> => {
  const refusals: string[] = [];
  const faults: string[] = [];
  if (manifest.level > LEVEL)
    refusals.push(
      `it was made by a newer Dosar (level ${manifest.level}) than this one (level ${LEVEL}): take that one`,
    );
  const log = join(folder, manifest.log.file);
  const survey = (await isSame(refusals, log, manifest.log)) ? read(refusals, () => surveyOf(log, manifest.log)) : null;
  const found = await vaultOf(folder, manifest, given, refusals);
  if (found) faults.push(...faultsOfAge(found.vault, found.file, manifest));
  const keys = survey && found ? missingFrom(survey, found.vault, folder).keys : [];
  const { missing } = manifest.documents;
  if (missing.length > 0)
    faults.push(`${missing.length} documents were not there any more when it was made: ${some(missing)}`);
  const isListed = await isSame(faults, join(folder, manifest.documents.file), manifest.documents);
  const { gone, changed } = isListed ? await lookAtDocuments(folder, manifest) : { gone: [], changed: [] };
  if (changed.length > 0) faults.push(`the bytes of ${changed.length} documents are others: ${some(changed)}`);
  faults.push(...sentencesOf({ keys, documents: gone }, manifest.documents.count));
  return { survey, vault: found?.vault ?? null, vaultFile: found?.file ?? null, refusals, faults };
};

/** For a data folder copied by other means: what its log names and it does not have. */
const checkCopied = (folder: string): Checked => {
  const faults: string[] = [];
  const places = placesIn(folder);
  const vault = existsSync(places.vault) ? read(faults, () => vaultSurveyOf(places.vault)) : null;
  if (!existsSync(places.vault))
    faults.push(`${places.vault} is missing: nothing personal in the log can be read without it`);
  const kept = vault?.get('log/head') ?? null;
  const known = kept === null ? null : (JSON.parse(kept) as StoredHead);
  read(faults, () => mustBeReadableLog(places.log));
  const survey = faults.length === 0 || vault === null ? read(faults, () => surveyOf(places.log, known)) : null;
  if (survey && vault) {
    const missing = missingFrom(survey, vault, places.blobs);
    faults.push(...sentencesOf(missing, survey.documents.size));
  }
  return { survey, vault, vaultFile: places.vault, refusals: [], faults };
};

/**
 * Whether a backup can be restored and is complete, or a data folder copied by other means can be used.
 * @throws CannotStart when the folder is neither
 */
export const checkBackup = async (
  folder: string,
  given: string | null,
): Promise<Checked & { readonly manifest: Manifest | null }> => {
  const manifest = manifestIn(folder);
  if (manifest) return { manifest, ...(await checkMade(folder, manifest, given)) };
  if (!existsSync(placesIn(folder).log))
    throw new CannotStart(
      `${folder} is no backup: backup.json, which is written when all else is whole, is not there. What lies there is of a backup that was interrupted, or of something else`,
    );
  return { manifest, ...checkCopied(folder) };
};
