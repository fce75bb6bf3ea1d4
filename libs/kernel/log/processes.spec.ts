import { memoryVault } from '../memory/vault';
import { meetProcesses } from './processes';

const here = { features: ['audit', 'chat'], timeZone: 'Europe/Bucharest' };

describe('processes of one installation', () => {
  it('are named to each other while both run and are told otherwise', async () => {
    const vault = memoryVault();
    const meet = (id: string, told: typeof here, now: number) => meetProcesses(vault, id, told, now);
    expect(await meet('one', here, 0)).toEqual([]);
    expect(await meet('same', here, 1_000)).toEqual([]);
    const other = { features: ['audit', 'file_notes'], timeZone: 'Europe/Paris' };
    const said = (difference: string) => [expect.stringMatching(`^another process ${difference}: give all of them`)];
    const otherwise =
      'does not offer file_notes, which this one does, and has its days in Europe/Bucharest, this one in Europe/Paris';
    expect(await meet('other', other, 2_000)).toHaveLength(2);
    expect((await meet('other', other, 2_000))[0]).toContain('offers chat, which this one does not, and ' + otherwise);
    expect(await meet('one', here, 3_000)).toEqual(
      said('offers file_notes, which this one does not, and does not offer chat, which this one does, and has .*'),
    );
    // the differing process has ended, or has the same configuration by now
    expect(await meet('one', here, 100_000)).toEqual([]);
    await meet('other', here, 100_000);
    expect(await meet('one', here, 101_000)).toEqual([]);
  });
});
