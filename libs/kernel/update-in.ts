import type { Vault } from './ports';

/** Puts what `change` makes of a value in its place, however many others do the same. null from `change` leaves it. */
export const updateIn = async (
  vault: Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>,
  place: string,
  change: (kept: string | null) => string | null,
): Promise<string | null> => {
  for (;;) {
    const kept = await vault.get(place);
    const wanted = change(kept);
    if (wanted === null || wanted === kept) return kept;
    const isDone = kept === null ? await vault.putIfAbsent(place, wanted) : await vault.replaceIf(place, kept, wanted);
    if (isDone) return wanted;
  }
};
