import { readingsOf } from './query-terms';

describe('what is asked for', () => {
  it('is words, the last of them also as a beginning', () =>
    expect(readingsOf('plăți ANAF')).toEqual([
      [
        { word: 'plati', related: ['plat'], typos: 1, isBeginning: false },
        { word: 'anaf', related: [], typos: 0, isBeginning: true },
      ],
    ]));
  it.each(['"plăți ANAF"', '„plăți ANAF”', 'x "plăți ANAF'])('is in quotes as it is: %s', (text) =>
    expect(readingsOf(text).at(-1)!.at(-1)).toEqual({ phrase: ['plati', 'anaf'] }),
  );
  it.each(['', '  ', '***', '""', '\u0000'])('is nothing: %j', (text) => expect(readingsOf(text)).toEqual([[]]));

  const said = (text: string) =>
    readingsOf(text).map((terms) => terms.map((term) => ('word' in term ? term.word : '')).join(' '));
  it.each<[string, ...string[]]>([
    ['S.R.L. Alfa', 'srl alfa'],
    ['S. R. L.', 'srl'],
    ['S.C. Alfa S.A.', 'sc alfa sa'],
    ['RO 18547290 15', 'ro18547290 15'],
    ['0722 123 456 plata', '0722123456 plata'],
    ['+40 (0)722 123 456', '0722123456'],
    ['RO49 AAAA 1B31 0075 9384 0000 plata luna', 'ro49aaaa1b31007593840000 plata luna'],
    ['DE89 3704 0044 0532 0130 00 miez', 'de89370400440532013000 miez'],
    ['1.200,50 lei', '1200 50 lei'],
    ['03.12.2026 10:30', '20261203 10 30', '03 12 2026 10 30'],
    ['2026-3-5', '20260305', '2026 3 5'],
    ['5 Martie 2026', '20260305', '5 martie 2026'],
    ['45.12.2026', '45 12 2026'],
    ['on-line', 'online', 'on line'],
    ['contabi-\nlitate', 'contabilitate', 'contabi litate'],
    ['1 200,50', '1200 50', '1 200 50'],
    ['1200,5', '1200 50', '1200 5'],
    ['CJ12ABC', 'cj12abc', 'cj 12 abc'],
    ['e-Factura', 'efactura', 'e factura'],
    ['FA1001', 'fa1001'],
  ])('written in groups is one word: %s', (text, ...readings) => expect(said(text)).toEqual(readings));
});
