import type { Vault } from '../ports';

/**
 * Replaces a value by what `change` makes of it, repeating it when another process was faster. null from `change`
 * leaves it.
 * @param known the value when it was last read, which saves a read if it is still so
 */
export const updateIn = async (
  vault: Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>,
  place: string,
  change: (kept: string | null) => string | null,
  known: string | null = null,
): Promise<string | null> => {
  for (let believed = known; ; believed = null) {
    const kept = believed ?? (await vault.get(place));
    const wanted = change(kept);
    if (wanted === null || wanted === kept) return kept;
    const isDone = kept === null ? await vault.putIfAbsent(place, wanted) : await vault.replaceIf(place, kept, wanted);
    if (isDone) return wanted;
  }
};
