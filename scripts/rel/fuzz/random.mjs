// Chance that can be had again: the same seed draws the same.
export const aRandom = (seed) => {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  const digits = (many) => Array.from({ length: many }, () => below(10)).join('');
  return {
    next,
    below,
    digits,
    chance: (share) => next() < share,
    /** The same in another order. */
    shuffled: (list) => {
      const all = [...list];
      for (let at = all.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [all[at], all[other]] = [all[other], all[at]];
      }
      return all;
    },
    pick: (list) => list[below(list.length)],
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join('');
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5').slice(0, 36);
    },
  };
};
