import type { Logger } from 'pino';
import type { SealedDocument, OnDamage, Vault } from '@dosar/kernel/runtime';

const PREFIX = 'documents/damaged/';

/** A file whose bytes are not those of its record, by its id and theirs alone. */
export type DamagedDocument = Pick<SealedDocument, 'id' | 'blobId'> & { readonly why: string };

/** Notes in the vault that the bytes of a file are not those of its record, and says so in the log, once until they are again. */
export const noteDamaged =
  (vault: Vault, logger: Pick<Logger, 'error'>) =>
  async ({ id, blobId, why }: DamagedDocument): Promise<void> => {
    const about = { file_id: id, blob_id: blobId };
    const what = `the bytes of a file are not those of its record: ${why}`;
    try {
      if (await vault.putIfAbsent(PREFIX + id, JSON.stringify({ blobId, why, at: new Date().toISOString() })))
        logger.error(about, what);
    } catch (error) {
      logger.error({ err: error, ...about }, what);
    }
  };

/** The same, as whoever reads documents says it. */
export const sayDamaged = (vault: Vault, logger: Pick<Logger, 'error'>): OnDamage => {
  const note = noteDamaged(vault, logger);
  return ({ id, blobId }, { message }) => void note({ id, blobId, why: message });
};

/** The files whose bytes were not those of their records when they were read last. @throws Unavailable */
export const damagedIn = async (vault: Vault): Promise<readonly DamagedDocument[]> => {
  const found: DamagedDocument[] = [];
  for await (const [place, text] of vault.all(PREFIX))
    found.push({ ...(JSON.parse(text) as Omit<DamagedDocument, 'id'>), id: place.slice(PREFIX.length) });
  return found;
};

/** Its bytes are well again, or there is no such file any more. @throws Unavailable */
export const forgetDamaged = (vault: Vault, id: string): Promise<void> => vault.remove(PREFIX + id);
