import { excerptOf } from './excerpts';

describe('an excerpt', () => {
  const of = (text: string, ...words: string[]) => excerptOf(text, (word) => words.includes(word));
  it('is the whole of a short text in its own letters', () =>
    expect(of('Plăţi către ANAF', 'plati')).toEqual([
      { text: 'Plăţi', hit: true },
      { text: ' către ANAF', hit: false },
    ]));
  it('marks a word that was misread as one', () =>
    expect(of('la HÃ®rÈ™ova', 'hirsova')).toEqual([
      { text: 'la ', hit: false },
      { text: 'HÃ®rÈ™ova', hit: true },
    ]));
  it('is a part of a long one, and begins with a word', () => {
    const segments = of(`${'cuvinte multe '.repeat(100)}Factură nr. 7 ${'și altele '.repeat(100)}`, 'factura')!;
    expect(segments.map(({ hit }) => hit)).toEqual([false, true, false]);
    expect(segments[0]!.text).toMatch(/^(cuvinte|multe) /);
    expect(segments.map(({ text }) => text).join('').length).toBeLessThanOrEqual(240);
  });
  it('ends inside no letter', () => {
    const family = '👩‍👩‍👧‍👦';
    for (let before = 0; before < family.length; before += 1) {
      const text = `Factură ${'a'.repeat(before)} ${family.repeat(60)}`;
      const shown = of(text, 'factura')!.map((segment) => segment.text);
      expect(shown.join('').split(' ')[2]!.length % family.length).toBe(0);
    }
  });
  it('is none where nothing answers', () => expect(of('Plăţi', 'anaf')).toBeNull());
  it.each([
    ['Alfa Consult S.R.L. Cluj', 'srl', 'S.R.L.'],
    ['Cont RO49 AAAA 1B31 0075 9384 0000 BRD', 'ro49aaaa1b31007593840000', 'RO49 AAAA 1B31 0075 9384 0000'],
    ['Total 1 200,50 lei', '1200', '1 200'],
  ])('marks what is written in groups as one: %s', (text, word, marked) =>
    expect(of(text, word)!.filter(({ hit }) => hit)).toEqual([{ text: marked, hit: true }]),
  );
});
