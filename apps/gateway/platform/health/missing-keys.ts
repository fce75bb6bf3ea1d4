import { dataKeys, keyNameIn, KEYS, usedKeys } from '@dosar/kernel/runtime';
import type { Installation } from '../hosting/installation';

const SHOWN = 5;

/** Reports keys that the log names and the vault lacks: what was encrypted with them is lost, the rest is not. */
export const missingKeys = async ({ ports, findings }: Installation): Promise<void> => {
  // waits until the view has reached the end of the log
  await (
    await usedKeys(ports)
  )('');
  // the view is read before the vault, where new keys are stored first
  const names = new Set((await ports.reads.find(dataKeys, { where: {} })).map(({ id }) => id));
  for await (const [place] of ports.vault.all(KEYS)) names.delete(keyNameIn(place));
  const missing = [...names];
  if (missing.length === 0) return;
  const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : '';
  findings.add(
    'keys',
    `the vault has lost the key ${missing.slice(0, SHOWN).join(', ')}${more}: what is encrypted with it can neither be read nor written until the vault is restored from its newest backup, and all else goes on; fill the views anew then, so that the audit finds its words`,
  );
};
