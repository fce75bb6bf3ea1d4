import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { userOfFolder } from '@dosar/adapters/folder-lock';
import { masterKeyFile, masterKeysOf, newMasterKey, writeMasterKeys } from '@dosar/adapters/master-key';
import { openVaultAlone } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { leaveAct, masters, rotateMasterKey, WrongMaster, type Vault } from '@dosar/kernel/runtime';

/**
 * Replaces the master key beside running processes. Called twice: first it adds a second key, with which all processes are
 * restarted; then everything is wrapped with that one. After an interruption it is called again.
 * @returns what was done and what remains to be done, in sentences
 */
export const rotate = async (config: PortsConfig): Promise<string[]> => {
  // a vault of a newer Dosar is refused before anything is changed
  const vault = await openVaultAlone(config);
  try {
    const keys = masterKeysOf(config);
    return keys.length === 1 ? begun(config, keys) : await wrappedAnew(config, vault, keys);
  } catch (error) {
    if (error instanceof WrongMaster) throw new CannotStart(`${error.message} than the two that are given`);
    throw error;
  } finally {
    await vault.close();
  }
};

/** Whether the key is in the folder, not in the configuration. */
const isOwn = (config: PortsConfig): boolean => config.masterKeys.length === 0;

const begun = (config: PortsConfig, keys: readonly Buffer[]): string[] => {
  if (!isOwn(config))
    throw new CannotStart(
      'DOSAR_MASTER_KEY has one key: make another (openssl rand -hex 32), stop all processes, start them with DOSAR_MASTER_KEY="<new>,<old>", then call this with the same',
    );
  writeMasterKeys(config, [newMasterKey(), ...keys]);
  return [
    `${masterKeyFile(config)} has a new key before the old one. Keep a copy of it where the old one's is.`,
    'Start Dosar again, so that it knows both; then call this once more.',
  ];
};

const wrappedAnew = async (config: PortsConfig, vault: Vault, keys: readonly Buffer[]): Promise<string[]> => {
  if (isOwn(config)) mustKnowBoth(config);
  const count = await rotateMasterKey(vault, masters(keys));
  await leaveAct(vault, 'rotation', { count });
  if (isOwn(config)) writeMasterKeys(config, keys.slice(0, 1));
  return [
    `${count} keys were wrapped with the new master key; none is left that needs the old one.`,
    isOwn(config)
      ? `${masterKeyFile(config)} has the new key alone. The old one is needed for backups only that were made before.`
      : 'Give all processes the new key alone, as DOSAR_MASTER_KEY, when they are next started. The old one is needed for backups only that were made before.',
  ];
};

/** @throws CannotStart when a process runs that started before the second key existed */
const mustKnowBoth = (config: PortsConfig): void => {
  const user = userOfFolder(resolve(config.dataDir));
  if (user && user.since < statSync(masterKeyFile(config)).mtime)
    throw new CannotStart(
      `process ${user.pid} was started before there was the new key: start it again, then call this once more`,
    );
};
