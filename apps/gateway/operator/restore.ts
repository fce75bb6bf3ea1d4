import { restoreBackup } from '@dosar/adapters/backups';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { bringMasterKeys, masterKeyFile, masterKeysIn } from '@dosar/adapters/master-key';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { leaveAct, noteBackup, renameLog } from '@dosar/kernel/runtime';
import { mustBeInFolder, wordsOf } from './backup';

const USAGE =
  'dosar restore <backup> [--vault <file or folder>] [--master-key <file>] puts a backup into the empty folder DOSAR_DATA_DIR';

/**
 * Restores a backup into an empty data folder.
 * @returns what was done and what remains to be done, in sentences
 * @throws CannotStart when nothing was restored; also when the restored backup lacks something
 */
export const restore = async (config: PortsConfig, words: readonly string[]): Promise<readonly string[]> => {
  const { given, positionals } = wordsOf(words, ['vault', 'master-key'], USAGE);
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0) throw new CannotStart(USAGE);
  mustBeInFolder(config);
  const keys = given['master-key'] === undefined ? null : masterKeysIn(given['master-key']);
  const { manifest, faults } = await restoreBackup(
    { folder, vault: given.vault ?? null, dataDir: config.dataDir },
    async (vault, { madeAt, log }) => {
      if (keys) bringMasterKeys(keys, config);
      await noteBackup(vault, { madeAt, position: log.position });
      await renameLog(vault, new Date());
      await leaveAct(vault, 'restore', { count: log.size, root: log.root });
    },
  );
  const hasKey = keys !== null || config.masterKeys.length > 0;
  const said = [
    `${manifest.log.size} records and ${manifest.documents.count} documents of ${manifest.madeAt} are in ${config.dataDir}.`,
    `${hasKey ? 'Start' : `Put the master key into ${masterKeyFile(config)}, or give it as DOSAR_MASTER_KEY, and start`} Dosar: views and index are filled from the log.`,
  ];
  if (faults.length > 0) throw new CannotStart([...said, ...faults.map((each) => `Missing: ${each}.`)].join('\n'));
  return said;
};
