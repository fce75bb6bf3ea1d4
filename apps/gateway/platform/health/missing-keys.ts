import { dataKeys, keyNameIn, KEYS, usedKeys } from '@dosar/kernel/runtime';
import type { Installation } from '../hosting/installation';

const SHOWN = 5;

/** Names the keys that the log uses and the vault does not have: what was sealed with them alone is lost, and the rest is not. */
export const missingKeys = async ({ ports, findings }: Installation): Promise<void> => {
  // the view has come to where the log is now
  await (
    await usedKeys(ports)
  )('');
  // in this order: those that begin meanwhile are in the vault first
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
