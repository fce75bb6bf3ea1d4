import { holds, piecesOf, soughtIn } from './sought';

/** The text with its hits in brackets. */
const marked = (text: string, word: string) =>
  piecesOf(text, soughtIn(word))
    .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
    .join('');

describe('the words by which a document was found', () => {
  it.each([
    ['Contract de prestări servicii', 'prestari', 'Contract de [prestări] servicii'],
    ['Plăţi și PLĂȚI.', 'plăți', '[Plăţi] și [PLĂȚI].'],
    ['AV-85926 din 12', 'AV 85926', '[AV]-[85926] din 12'],
    ['factura', 'factura', '[factura]'],
    ['prestărilor', 'prestari', 'prestărilor'],
    ['', 'x', ''],
    ['nimic', '', 'nimic'],
  ])('are marked in %j for %j', (text, word, shown) => expect(marked(text, word)).toBe(shown));

  it('are in a text or not', () => {
    expect(holds('suma de 1.234 lei', soughtIn('1234'))).toBe(false);
    expect(holds('suma de 1234 lei', soughtIn('1234'))).toBe(true);
  });
});
