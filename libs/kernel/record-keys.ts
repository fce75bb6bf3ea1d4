import { Damaged, REMEDY } from './damage';
import type { DataKey } from './envelope';
import type { Keyring } from './keyring';

/** An owner of personal data begins with the first event of the stream of the same name. */
const begins = (owner: string, stream: string, revision: number) =>
  revision === 0 && stream === owner.replace(':', '-');

/** The keys that records of a stream are written with. */
export const recordKeys = (keyring: Keyring) => {
  const isThere = (owner: string) => keyring.key(owner) !== 'missing';
  return {
    /**
     * Brings keys within reach, and makes that of an owner who begins with this revision.
     * @returns null when all were there already
     * @throws Damaged when one is lost; Unavailable
     */
    bring(owners: readonly (string | null)[], stream: string, revision: number): Promise<void> | null {
      const missing = owners.filter((owner) => owner !== null && !isThere(owner)) as string[];
      if (missing.length === 0) return null;
      return (async () => {
        for (const owner of missing)
          if (begins(owner, stream, revision)) await keyring.begin(owner);
          else await keyring.fetch([owner]);
        const lost = missing.find((owner) => !isThere(owner));
        if (lost)
          throw new Damaged(
            `the key of ${lost} is missing from the vault: nothing of theirs can be written, all else can; ${REMEDY.vault}`,
          );
      })();
    },

    /** null: destroyed, or there is nobody whose it could be. */
    of(owner: string | null): DataKey | null {
      const key = owner === null ? 'missing' : keyring.key(owner);
      return typeof key === 'string' ? null : key;
    },
  };
};
