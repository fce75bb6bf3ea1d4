import type { Vault } from '../ports';

/**
 * Puts what `change` makes of a value in its place, however many others do the same. null from `change` leaves it.
 * @param known what it was when it was looked at last: it is only looked at again when it is no longer so
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
