import { CannotStart } from '@dosar/adapters/cannot-start';
import { masterKeysOf } from '@dosar/adapters/master-key';
import { openVaultAlone } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { leaveAct, masters, rotateSigningKey, WrongMaster } from '@dosar/kernel/runtime';
import { NO_HEAD } from './export-history';

/** Replaces the key that signs heads, beside a server that goes on: the old key signs the new one and is destroyed. */
export const rotateSealKey = async (config: PortsConfig, words: readonly string[]): Promise<readonly string[]> => {
  if (words.length > 0) throw new CannotStart('dosar rotate-seal-key takes no words');
  const vault = await openVaultAlone(config);
  try {
    const done = await rotateSigningKey(vault, masters(masterKeysOf(config)), new Date());
    if (!done) throw new CannotStart(NO_HEAD);
    await leaveAct(vault, 'rotation', { about: 'ledger', count: done.count });
    return [
      'The next head is signed by the new key, and the old key is destroyed. This is how it hands over:',
      ...done.note.trimEnd().split('\n'),
    ];
  } catch (error) {
    if (error instanceof WrongMaster) throw new CannotStart(`${error.message} than the one that is given`);
    throw error;
  } finally {
    await vault.close();
  }
};
