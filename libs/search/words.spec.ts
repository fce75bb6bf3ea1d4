import fc from 'fast-check';
import { foldedText, isNear, relatedTo, stemOf, typosIn, wordsOf } from './words';

/** The edit distance of two words, by the full table. */
const stepsBetween = (one: string, other: string): number => {
  const table = Array.from({ length: one.length + 1 }, (_, at) =>
    Array.from({ length: other.length + 1 }, (__, to) => (at === 0 ? to : to === 0 ? at : 0)),
  );
  for (let at = 1; at <= one.length; at += 1)
    for (let to = 1; to <= other.length; to += 1) {
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      table[at]![to] = Math.min(
        table[at - 1]![to]! + 1,
        table[at]![to - 1]! + 1,
        table[at - 1]![to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1),
        isSwapped ? table[at - 2]![to - 2]! + 1 : Infinity,
      );
    }
  return table[one.length]![other.length]!;
};

describe('a text is searched', () => {
  it.each([
    ['Șoseaua ŞOSEAUA şoseaua', 'soseaua soseaua soseaua'],
    ['Plăţi PLĂȚI plati', 'plati plati plati'],
    ['FINANÞELOR ªI', 'finantelor si'],
    ['HÃ®rÈ™ova ÅŸi ÃŽncÄƒ', 'hirsova si inca'],
    ['Straße, œuvre; Łódź', 'strasse oeuvre lodz'],
    ['fac\u00adtu\u200bră', 'factura'],
    ['AV-85926/2026 86.560,18', 'av 85926 2026 86560 18'],
    ['31.10.2026 1.234.567,89 12.34 5,100,200', '31 10 2026 1234567 89 12 34 5 100 200'],
    ['', ''],
  ])('%j as %j', (text, words) => expect(wordsOf(text).join(' ')).toBe(words));
  it('the same folded again', () => expect(foldedText(foldedText('Țară Þ'))).toBe(foldedText('Țară Þ')));
  it('the same beside letters with marks', () => {
    const part = fc.constantFrom('1', '234', '.', ',', ' ', 'A', 'b', '/', '\t');
    const plain = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(fc.property(plain, (text) => foldedText(`${text} ț`) === `${foldedText(text)} t`));
  });
});

describe('the cases of a word have one stem:', () => {
  it.each([
    'factură facturi facturii facturilor facturile factura facturile',
    'contract contracte contractul contractului contractelor contractele',
    'declarație declarații declarației declarațiilor declarațiile declarația',
    'serviciu servicii serviciul serviciului serviciilor serviciile',
    'cont conturi contul contului conturilor conturile',
    'birou birouri biroul biroului birourilor',
    'plată plăți plata plății plăților plățile',
    'scrisoare scrisori scrisorile scrisoarea scrisorilor',
    'cheltuială cheltuieli cheltuielile cheltuielilor',
    'dobândă dobânzi dobânzilor dobânzile',
    'tabel tabele tabelul tabelelor tabelele',
    'societate societăți societatea societății societăților',
    'angajat angajați angajatul angajaților angajatului',
  ])('%s', (words) => expect([...new Set(wordsOf(words).map(stemOf))]).toHaveLength(1));
  it.each(['an', 'bon', '12a', 'ro18547290'])('%s is its own', (word) => expect(stemOf(word)).toBe(word));
  it.each([
    ['ro18547290', 'ro 18547290'],
    ['cj12abc', 'cj 12 abc'],
    ['d390', 'd 390'],
    ['3f2a9c81d4', '81'],
  ])('and letters and numbers are found in %s', (word, parts) => expect(relatedTo(word).join(' ')).toBe(parts));
});

describe('typos', () => {
  it.each([
    ['plata', 'palta', 1],
    ['plata', 'plta', 1],
    ['plata', 'plataa', 1],
    ['plata', 'ploto', 2],
    ['contracte', 'cotnratce', 2],
  ])('%s is %s with %i', (one, other, most) => {
    expect(isNear(one, other, most)).toBe(true);
    expect(isNear(other, one, most)).toBe(true);
    expect(isNear(one, other, most - 1)).toBe(false);
  });
  it('are told as by the whole table', () => {
    const letters = [...'abc'];
    let seed = 1;
    const below = (limit: number) => (seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647) % limit;
    const aWord = () => Array.from({ length: 1 + below(8) }, () => letters[below(3)]!).join('');
    for (let times = 0; times < 3_000; times += 1) {
      const one = aWord();
      const other = aWord();
      const steps = stepsBetween(one, other);
      for (const most of [1, 2])
        expect([one, other, most, isNear(one, other, most)]).toEqual([one, other, most, steps <= most]);
    }
  });
  it('are forgiven by the length of a word, and never in numbers', () =>
    expect(['bani', 'banii', 'facturat', 'facturare', '859260000', 'av85926'].map(typosIn)).toEqual([
      0, 1, 1, 2, 0, 0,
    ]));
});
