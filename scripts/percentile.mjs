/** Of these numbers that which so great a part of them does not exceed. */
export const percentile = (all, share) =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))];
