import type { Masters } from './masters';
import type { Vault } from '../ports';
import { isWrapped, WRAPPED } from './purpose-keys';

/**
 * Wraps all keys in the vault with the first master key, while other processes go on using both. It may be stopped at
 * any time and started again. @returns how many were wrapped again
 * @throws WrongMaster when neither key wrapped a value
 */
export const rotateMasterKey = async (vault: Vault, masters: Masters): Promise<number> => {
  for (let count = 0; ;) {
    const before = count;
    for (const prefix of WRAPPED)
      for await (const [place, text] of vault.all(prefix)) {
        if (!isWrapped(text) || masters.isCurrent(text)) continue;
        // on failure another process has destroyed or wrapped it: the next round looks at it again
        await vault.replaceIf(place, text, masters.wrap(place, masters.unwrap(place, text)));
        count += 1;
      }
    if (count === before) return count;
  }
};
