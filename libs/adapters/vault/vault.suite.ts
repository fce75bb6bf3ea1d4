import type { Vault } from '@dosar/kernel/runtime';
import { seeded } from '../testing/seeded';

export type OpenedVault = { readonly vault: Vault; readonly close: () => Promise<void> };

/** What every vault must do. An adapter is done when this passes. */
export const vaultSuite = (name: string, open: () => Promise<OpenedVault>) =>
  describe(`vault: ${name}`, () => {
    let opened: OpenedVault;
    let vault: Vault;
    let place: string;
    let made = 0;
    beforeAll(async () => {
      opened = await open();
      vault = opened.vault;
    });
    beforeEach(() => void (place = `suite/${Date.now()}/${(made += 1)}`));
    afterAll(() => opened.close());

    const under = async (prefix: string) => {
      const found: (readonly [string, string])[] = [];
      for await (const entry of vault.all(prefix)) found.push(entry);
      return found;
    };

    it('gives back what was put, to the byte', async () => {
      expect(await vault.get(place)).toBeNull();
      expect(await vault.putIfAbsent(place, 'ș ț 🧾 "quoted"')).toBe(true);
      expect(await vault.get(place)).toBe('ș ț 🧾 "quoted"');
    });

    it('lets the first one win a name', async () => {
      const won = await Promise.all(Array.from({ length: 20 }, (_, at) => vault.putIfAbsent(place, String(at))));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await vault.get(place)).toBe(String(won.indexOf(true)));
    });

    it('replaces only what is as expected', async () => {
      await vault.putIfAbsent(place, 'one');
      expect(await vault.replaceIf(place, 'other', 'two')).toBe(false);
      expect(await vault.replaceIf(place, 'one', 'two')).toBe(true);
      expect(await vault.replaceIf(`${place}/absent`, 'one', 'two')).toBe(false);
      expect([await vault.get(place), await vault.get(`${place}/absent`)]).toEqual(['two', null]);
    });

    it('lets one of many who saw the same win', async () => {
      await vault.putIfAbsent(place, 'start');
      const won = await Promise.all(Array.from({ length: 20 }, (_, at) => vault.replaceIf(place, 'start', String(at))));
      expect(won.filter(Boolean)).toHaveLength(1);
    });

    it('forgets what is removed, and lets the name be taken again', async () => {
      await vault.putIfAbsent(place, 'one');
      await vault.remove(place);
      await vault.remove(place);
      expect(await vault.get(place)).toBeNull();
      expect(await vault.putIfAbsent(place, 'two')).toBe(true);
    });

    it('lists what begins with a prefix, in the order of the keys', async () => {
      for (let at = 0; at < 250; at += 1)
        await vault.putIfAbsent(`${place}/${String(at).padStart(3, '0')}`, String(at));
      await vault.putIfAbsent(`${place}0`, 'beside');
      const found = await under(`${place}/`);
      expect(found.map(([, value]) => Number(value))).toEqual([...Array(250).keys()]);
      expect(await under(`${place}/nothing`)).toEqual([]);
    });
  });

/** The same seeded random operations give the same answers in every adapter. */
export const vaultTranscript = async (
  vault: Vault,
  seed: number,
  operations: number,
  place: string,
): Promise<string[]> => {
  const random = seeded(seed);
  const transcript: string[] = [];
  const key = () => `${place}/${random.oneOf(['a', 'b', 'ă', 'ș'])}${random.below(12)}`;
  const value = () => `value ${random.below(3)}`;
  for (let at = 0; at < operations; at += 1) {
    const kind = random.below(10);
    if (kind < 3) transcript.push(`put ${await vault.putIfAbsent(key(), value())}`);
    else if (kind < 6) transcript.push(`replace ${await vault.replaceIf(key(), value(), value())}`);
    else if (kind < 7) await vault.remove(key());
    else if (kind < 9) transcript.push(`get ${await vault.get(key())}`);
    else
      for await (const [name, kept] of vault.all(`${place}/${random.oneOf(['', 'a', 'ă', 'z'])}`))
        transcript.push(`${name} ${kept}`);
  }
  return transcript;
};
