import type { Logger } from 'pino';
import type { OnDamage, Vault } from '@dosar/kernel/runtime';

const PREFIX = 'documents/damaged/';

/** A file whose bytes are not those of its record, by its id alone. */
export type DamagedDocument = { readonly id: string; readonly why: string };

/** Notes in the vault that the bytes of a file are not those of its record, and says so in the log, once until they are again. */
export const noteDamaged =
  (vault: Vault, logger: Pick<Logger, 'error'>) =>
  async (id: string, why: string): Promise<void> => {
    try {
      if (await vault.putIfAbsent(PREFIX + id, JSON.stringify({ why, at: new Date().toISOString() })))
        logger.error({ file_id: id }, `the bytes of a file are not those of its record: ${why}`);
    } catch (error) {
      logger.error({ err: error, file_id: id }, `the bytes of a file are not those of its record: ${why}`);
    }
  };

/** The same, as whoever reads documents says it. */
export const sayDamaged = (vault: Vault, logger: Pick<Logger, 'error'>): OnDamage => {
  const note = noteDamaged(vault, logger);
  return ({ id }, { message }) => void note(id, message);
};

/** The files whose bytes were not those of their records when they were read last. @throws Unavailable */
export const damagedIn = async (vault: Vault): Promise<readonly DamagedDocument[]> => {
  const found: DamagedDocument[] = [];
  for await (const [place, text] of vault.all(PREFIX))
    found.push({ id: place.slice(PREFIX.length), why: (JSON.parse(text) as { why: string }).why });
  return found;
};

/** Its bytes are well again, or there is no such file any more. @throws Unavailable */
export const forgetDamaged = (vault: Vault, id: string): Promise<void> => vault.remove(PREFIX + id);
