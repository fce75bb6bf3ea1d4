import { z } from 'zod';
import type { Vault } from '../ports';
import { updateIn } from '../keys/update-in';

/** The place in the vault that says when the last backup was made, and up to which position of the log. */
const PLACE = 'backup/last';
const LastBackup = z.object({ madeAt: z.string(), position: z.string() });
export type LastBackup = z.infer<typeof LastBackup>;

export const noteBackup = async (vault: Vault, backup: LastBackup): Promise<void> => {
  await updateIn(vault, PLACE, () => JSON.stringify(backup));
};

/** null: the vault knows of none. */
export const readLastBackup = async (vault: Pick<Vault, 'get'>): Promise<LastBackup | null> => {
  const kept = await vault.get(PLACE);
  return kept === null ? null : LastBackup.parse(JSON.parse(kept));
};
