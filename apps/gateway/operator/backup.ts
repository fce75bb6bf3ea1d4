import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { besideOf, checkBackup, makeBackup, onDisk, sentencesOf, type MadeBackup } from '@dosar/adapters/backups';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { copyMasterKeys } from '@dosar/adapters/master-key';
import { openVaultAlone } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { leaveAct, noteBackup } from '@dosar/kernel/runtime';

const USAGE =
  'dosar backup <folder> [--vault <folder>] [--master-key <file>] makes a backup, dosar backup --check <folder> [--vault <file or folder>] says whether one can be restored';

/** The services of the distributed profile have their own backup tools. @throws CannotStart */
export const mustBeInFolder = ({ eventStoreUrl, mongoUrl, vaultUrl, s3Url }: PortsConfig): void => {
  if (!(eventStoreUrl ?? mongoUrl ?? vaultUrl ?? s3Url)) return;
  throw new CannotStart(
    'this copies what lies in a data folder alone: log, vault or documents of this installation lie in EventStoreDB, MongoDB or S3, which are backed up by their own tools, in the order that deploy/README.md says under "Back up the distributed profile"',
  );
};

/** @throws CannotStart when the arguments do not match the usage */
export const wordsOf = <T extends string>(words: readonly string[], names: readonly T[], usage: string) => {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { given: values as Readonly<Partial<Record<T, string>>>, positionals };
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}: ${usage}`);
  }
};

const check = async (folder: string, vault: string | null): Promise<readonly string[]> => {
  const { manifest, survey, refusals, faults } = await checkBackup(folder, vault);
  const all = [...refusals, ...faults];
  if (all.length > 0) throw new CannotStart(all.map((each) => `${each}.`).join('\n'));
  if (!manifest) return [`Nothing is missing in this data folder, whose log has ${survey!.end.size} records.`];
  const { madeAt, log, documents } = manifest;
  return [
    `The backup of ${madeAt} is whole: ${log.size} records, ${documents.count} documents of ${documents.total} bytes; each byte of them was read.`,
  ];
};

const WHY =
  'Keep it in another place than the log and the documents, without the master key, and for 30 days at most: whoever has all three can read everything, and what was erased can be read as long as an older vault is kept';

const saidOfMade = ({ manifest, vaultFile, copied, removed }: MadeBackup, folder: string): string[] => [
  `${manifest.log.size} records and ${manifest.documents.count} documents are in ${folder}; ${copied.count} documents of ${copied.bytes} bytes came since the backup before.`,
  `The vault is ${vaultFile}. ${WHY}.`,
  ...(removed.length > 0 ? [`Copies of the vault that were older are removed: ${removed.join(', ')}.`] : []),
];

/** Notes the backup for health and log. */
const note = async (config: PortsConfig, { madeAt, log }: MadeBackup['manifest']): Promise<void> => {
  const vault = await openVaultAlone(config);
  try {
    await noteBackup(vault, { madeAt, position: log.position });
    await leaveAct(vault, 'backup', { count: log.size, root: log.root });
  } finally {
    await vault.close();
  }
};

/**
 * Backs up a running installation, or checks a backup.
 * @returns what was done, in sentences
 * @throws CannotStart, also when it was made but the installation itself lacks something
 */
export const backup = async (config: PortsConfig, words: readonly string[]): Promise<readonly string[]> => {
  const { given, positionals } = wordsOf(words, ['vault', 'master-key', 'check'], USAGE);
  if (given.check !== undefined && positionals.length === 0 && given['master-key'] === undefined)
    return check(given.check, given.vault ?? null);
  const [wanted, ...more] = positionals;
  if (!wanted || more.length > 0 || given.check !== undefined) throw new CannotStart(USAGE);
  mustBeInFolder(config);
  const folder = resolve(wanted);
  const vaultFolder = resolve(given.vault ?? besideOf(folder));
  const made = await makeBackup({ dataDir: config.dataDir, folder, vaultFolder });
  const { manifest, missing } = made;
  const said = saidOfMade(made, folder);
  if (given['master-key'] !== undefined) {
    copyMasterKeys(config, given['master-key']);
    said.push(`The master key is ${given['master-key']}: it opens the vault, so keep it in a third place.`);
  }
  await onDisk('the backup is made and whole, but the vault could not be told so', () => note(config, manifest));
  const faults = sentencesOf(missing, manifest.documents.count + missing.documents.length);
  if (faults.length > 0)
    throw new CannotStart(
      [...said, ...faults.map((each) => `The installation itself lacks something, and so does this: ${each}.`)].join(
        '\n',
      ),
    );
  return said;
};
