import type { Masters } from './masters';
import type { Vault } from '../ports';
import { isWrapped, WRAPPED } from './purpose-keys';

/**
 * Wraps all keys in the vault with the first master key, while other processes go on using both. Being stopped in the
 * middle loses nothing: what was wrapped anew stays so. @returns how many were wrapped anew
 * @throws WrongMaster when a value was wrapped by neither
 */
export const rotateMasterKey = async (vault: Vault, masters: Masters): Promise<number> => {
  for (let count = 0; ;) {
    const before = count;
    for (const prefix of WRAPPED)
      for await (const [place, text] of vault.all(prefix)) {
        if (!isWrapped(text) || masters.isCurrent(text)) continue;
        // another one that was faster has destroyed it, or wrapped it: it is looked at again
        await vault.replaceIf(place, text, masters.wrap(place, masters.unwrap(place, text)));
        count += 1;
      }
    if (count === before) return count;
  }
};
