import { hash } from 'node:crypto';

/** A seeded source of randomness between 0 and 1, so that what failed can be run again. */
export const seededRandom = (seed: number) => {
  let at = 0;
  return (): number => hash('sha256', `${seed} ${(at += 1)}`, 'buffer').readUInt32BE() / 2 ** 32;
};
