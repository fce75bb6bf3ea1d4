import { wordsDiff } from './words-diff';

const shown = (from: string, to: string) =>
  wordsDiff(from, to)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'old' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

describe('what was changed in a text', () => {
  it.each([
    ['Am trimis 2 facturi', 'Am trimis 3 facturi', 'Am trimis [-2-][+3+] facturi'],
    ['unu doi', 'unu doi trei', 'unu doi[+ trei+]'],
    ['a b c d', 'a x c y', 'a [-b-][+x+] c [-d-][+y+]'],
    ['la fel', 'la fel', 'la fel'],
    ['', 'nou', '[+nou+]'],
    ['vechi', '', '[-vechi-]'],
    ['Da 👍', 'Da 👍🏽', 'Da [-👍-][+👍🏽+]'],
    ['👩‍👩‍👧❤️', '👩‍👩‍👦❤️', '[-👩‍👩‍👧-][+👩‍👩‍👦+]❤️'],
    ['Țară, țară', 'Țară; țară', 'Țară[-,-][+;+] țară'],
  ])('from %j to %j is %j', (from, to, expected) => expect(shown(from, to)).toBe(expected));

  it('is told of long texts, too', () => {
    const long = Array.from({ length: 5_000 }, (_, at) => `cuvânt${at}`).join(' ');
    expect(wordsDiff(`${long} a`, `${long} b`).at(-1)).toEqual({ kind: 'new', text: 'b' });
  });
});
