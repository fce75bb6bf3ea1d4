import { mention, namedBy, namingAt, partsOf } from './mentions';

const people = ['Ana Țăranu', 'Ana', 'Elena Dumitrescu'].map((name) => ({ id: name, name }));
const named = (words: string) => namedBy(people, words).map(({ name }) => name);

describe('a mention', () => {
  it('begins with an @ where a word begins, and goes on up to the caret', () => {
    expect(namingAt('Bună @El', 8)).toEqual({ from: 5, words: 'El' });
    expect(namingAt('@', 1)).toEqual({ from: 0, words: '' });
    expect(namingAt('@Ana Ță', 7)).toEqual({ from: 0, words: 'Ana Ță' });
    expect(namingAt('ana@firma', 9)).toBeNull();
    expect(namingAt('@Ana\nși', 7)).toBeNull();
  });

  it('is of somebody whose name has such a word, however it is written', () => {
    expect(named('')).toEqual(['Ana Țăranu', 'Ana', 'Elena Dumitrescu']);
    expect(named('tara')).toEqual(['Ana Țăranu']);
    expect(named('dumi')).toEqual(['Elena Dumitrescu']);
    expect(named('Ana ța')).toEqual(['Ana Țăranu']);
    expect(named('Ana, mulțumesc')).toEqual([]);
  });

  it('takes the place of what was typed', () => {
    expect(mention('Bună @El, da', { from: 5, words: 'El' }, 'Elena Dumitrescu')).toEqual({
      text: 'Bună @Elena Dumitrescu , da',
      caret: 23,
    });
  });

  it('is found in what was written: the longest name, and no part of a word', () => {
    const names = people.map(({ name }) => name);
    expect(partsOf('@Ana Țăranu și @Ana, vedeți @Anabela', names)).toEqual([
      '',
      '@Ana Țăranu',
      ' și ',
      '@Ana',
      ', vedeți @Anabela',
    ]);
    expect(partsOf('a@Ana', names)).toEqual(['a@Ana']);
    expect(partsOf('@(x', ['(x'])).toEqual(['', '@(x', '']);
  });
});
