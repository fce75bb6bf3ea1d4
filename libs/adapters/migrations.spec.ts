import { LEVEL } from '@dosar/kernel/runtime';
import { memoryVault } from '@dosar/kernel/memory/vault';
import { migrate, migrationsDue, mustBeReadableVault, type Migration } from './migrations';

/** Appends a word to every row of a kind that lacks it, and fails at one of them if asked to. */
const adding = (word: string, dies: { at: number | null }): Migration['run'] => {
  return async ({ vault }) => {
    let count = 0;
    for await (const [place, text] of vault.all('row/')) {
      if (text.endsWith(word)) continue;
      if (count === dies.at) throw new Error('killed');
      await vault.replaceIf(place, text, `${text} ${word}`);
      count += 1;
    }
  };
};

describe('what is no event is brought to the level that expects it', () => {
  it('step by step, each once, and on from where it was cut off', async () => {
    const vault = memoryVault();
    for (const row of [1, 2, 3]) await vault.putIfAbsent(`row/${row}`, 'first');
    const dies: { at: number | null } = { at: 2 };
    const steps: readonly Migration[] = [
      { to: LEVEL - 1, what: 'never', run: () => Promise.reject(new Error('it was done by a former level')) },
      { to: LEVEL + 1, what: 'second', run: adding('second', { at: null }) },
      { to: LEVEL + 2, what: 'third', run: adding('third', dies) },
    ];
    expect((await migrationsDue(vault, steps)).map(({ what }) => what)).toEqual(['second', 'third']);
    await expect(migrate({ vault, folder: null }, steps)).rejects.toThrow('killed');
    expect((await migrationsDue(vault, steps)).map(({ what }) => what)).toEqual(['third']);
    dies.at = null;
    // completed steps are not repeated
    await vault.putIfAbsent('row/4', 'fourth');
    await migrate({ vault, folder: null }, steps, LEVEL + 2);
    const rows = await Promise.all([1, 3, 4].map((row) => vault.get(`row/${row}`)));
    expect(rows).toEqual(['first second third', 'first second third', 'fourth third']);
    await expect(mustBeReadableVault(vault)).rejects.toThrow(
      `the vault was written by a newer Dosar (level ${LEVEL + 2}) than this one (0.1.0, level ${LEVEL}): start the newer one`,
    );
  });

  it('and a vault of this level has nothing to be done', async () => {
    const vault = memoryVault();
    await migrate({ vault, folder: null });
    expect([await vault.get('level'), await migrationsDue(vault)]).toEqual([String(LEVEL), []]);
  });
});
