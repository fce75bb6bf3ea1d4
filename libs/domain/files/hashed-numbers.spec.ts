import fc from 'fast-check';
import { HashedNumbers } from './hashed-numbers';

const MOST = 200;
/** So few hashes that many numbers share one. */
const hashes = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: MOST, maxLength: MOST });
const steps = fc.array(fc.record({ number: fc.nat({ max: MOST - 1 }), isThere: fc.boolean() }), {
  maxLength: 1_000,
  size: 'max',
});
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

describe(`numbers in a hash table (seed ${seed})`, () => {
  it('are those that were put in and not taken out, each found by its hash', () => {
    fc.assert(
      fc.property(hashes, steps, (all, each) => {
        const table = new HashedNumbers();
        const there = new Set<number>();
        for (const { number, isThere } of each) {
          if (!isThere) table.remove(all[number]!, number);
          else if (!there.has(number)) table.add(all[number]!, number);
          if (isThere) there.add(number);
          else there.delete(number);
        }
        expect([...table.numbers()]).toEqual([...there].sort((one, other) => one - other));
        for (let number = 0; number < MOST; number += 1)
          expect(table.find(all[number]!, (found) => found === number)).toBe(there.has(number) ? number : undefined);
      }),
      { seed, numRuns: 200 },
    );
  });

  it('take no more room however often others come and go', () => {
    const table = new HashedNumbers();
    for (let number = 0; number < MOST; number += 1) table.add(number, number);
    const room = JSON.stringify(table).length;
    for (let round = 0; round < 10_000; round += 1) {
      table.remove(round % MOST, round % MOST);
      table.add(round % MOST, round % MOST);
    }
    expect(JSON.stringify(table).length).toBeLessThan(room * 1.5);
  });
});
