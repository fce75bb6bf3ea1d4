import { keyIn, KEYS } from '@dosar/kernel/runtime';
import type { Installation } from './installation';

const SHOWN = 5;

/** Names whose key must be in the vault and is not: what is theirs alone cannot be read, and all the rest can. */
export const missingKeys = async ({ access, ports, findings }: Installation): Promise<void> => {
  // in this order: those who come meanwhile have a key
  const owners = new Set<string>();
  for (const kind of ['user', 'firm', 'client'] as const)
    for (const { id } of access.all(kind)) owners.add(`${kind}:${id}`);
  // what is said in a client's own conversation is the client's
  for (const { id, clientId } of access.all('conversation')) if (clientId === null) owners.add(`conversation:${id}`);
  for await (const [place, value] of ports.vault.all(KEYS)) owners.delete(keyIn(place, value).owner);
  const missing = [...owners].map((owner) => owner.replace(':', ' '));
  if (missing.length === 0) return;
  const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : '';
  findings.add(
    'keys',
    `the vault has lost the key of ${missing.slice(0, SHOWN).join(', ')}${more}: what is encrypted with it can neither be read nor written until the vault is restored from its newest backup, and all else goes on; fill the views anew then, so that the audit finds its words`,
  );
};
