import type { Logger } from 'pino';
import type { SealedDocument, OnDamage, Vault } from '@dosar/kernel/runtime';

const PREFIX = 'documents/damaged/';

/** A file whose bytes are not those of its record, by the ids of both. */
export type DamagedDocument = Pick<SealedDocument, 'id' | 'blobId'> & { readonly why: string };

/** Notes a damaged file in the vault, and logs it once until it is repaired. */
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

/** The same, as a callback for readers of documents. */
export const sayDamaged = (vault: Vault, logger: Pick<Logger, 'error'>): OnDamage => {
  const note = noteDamaged(vault, logger);
  return ({ id, blobId }, { message }) => void note({ id, blobId, why: message });
};

/** The files that were damaged when they were last read. @throws Unavailable */
export const damagedIn = async (vault: Vault): Promise<readonly DamagedDocument[]> => {
  const found: DamagedDocument[] = [];
  for await (const [place, text] of vault.all(PREFIX))
    found.push({ ...(JSON.parse(text) as Omit<DamagedDocument, 'id'>), id: place.slice(PREFIX.length) });
  return found;
};

/** For a file that is repaired or deleted. @throws Unavailable */
export const forgetDamaged = (vault: Vault, id: string): Promise<void> => vault.remove(PREFIX + id);
