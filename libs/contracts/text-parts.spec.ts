import { beginningOf, betweenLetters, firstLetterOf, lettersOf, linksIn } from './text-parts';

const FAMILY = '👩‍👩‍👧‍👦';
const shownIn = (text: string) => linksIn(text).map(({ from, to }) => text.slice(from, to));

describe('a link in a text', () => {
  it.each<[string, ...string[]]>([
    ['Vedeți https://anaf.ro/a?b=1, apoi.', 'https://anaf.ro/a?b=1'],
    ['https://ro.test/Sibiu_(oraș)', 'https://ro.test/Sibiu_(oraș)'],
    ['(https://ro.test/Sibiu_(oraș)).', 'https://ro.test/Sibiu_(oraș)'],
    ['(vezi https://ro.test/a_(b)_(c))', 'https://ro.test/a_(b)_(c)'],
    ['[https://ro.test/x[1]]', 'https://ro.test/x[1]'],
    ['„https://ro.test/a”, a spus', 'https://ro.test/a'],
    ['«https://ro.test/a» și "http://ro.test/b"', 'https://ro.test/a', 'http://ro.test/b'],
    ["'https://ro.test/it's'!", "https://ro.test/it's"],
    ['<https://ro.test/a>', 'https://ro.test/a'],
    ['https://ro.test/?q=(a', 'https://ro.test/?q=(a'],
    ['https://ro.test/a…'],
    ['HTTPS://RO.TEST/A', 'HTTPS://RO.TEST/A'],
    ['www.ro.test/a; xwww.ro.test', 'www.ro.test/a'],
    ['http:// și https://) și javascript:alert(1)'],
    ['https://ro.test/\u202egpj.exe', 'https://ro.test/'],
  ])('%s', (text, ...links) => expect(shownIn(text)).toEqual(links));

  it.each<[string, ...string[]]>([
    ['Scrieți la ana.pop@firma.ro.', 'ana.pop@firma.ro'],
    ['<ana@firma.ro>,(dan+x@sub.firma.com)', 'ana@firma.ro', 'dan+x@sub.firma.com'],
    ['@Ana Pop, ana@, @firma.ro, ana@firma, a@b@c.ro'],
    ['https://ro.test/@ana@firma.ro', 'https://ro.test/@ana@firma.ro'],
    ['„ștefan@țară.ro”', 'ștefan@țară.ro'],
  ])('or an address: %s', (text, ...links) => expect(shownIn(text)).toEqual(links));

  it('leads where it says', () =>
    expect(linksIn('www.ro.test a%b@firma.ro https://x.test/(a)').map(({ href }) => href)).toEqual([
      'https://www.ro.test',
      'mailto:a%25b@firma.ro',
      'https://x.test/(a)',
    ]));

  it.each(['http://', "a'", 'a.', 'a@a', ')', 'https://a)', '@a.', 'www.', 'a@a.'])(
    'is looked for in time: many of %s',
    (piece) => {
      const text = `https://a/${piece.repeat(1_000_000 / piece.length)}`;
      expect(linksIn(text).length).toBeLessThan(1_000_000);
    },
  );
});

describe('letters', () => {
  it('are what people see as one', () =>
    expect(lettersOf(`${FAMILY}👍🏽e\u0301🇷🇴`)).toEqual([FAMILY, '👍🏽', 'e\u0301', '🇷🇴']));
  it('begin a name', () => expect([`${FAMILY} Ana`, 'Ștefan', ''].map(firstLetterOf)).toEqual([FAMILY, 'Ș', '']));
  it('are cut where they have too many marks', () => {
    const text = `a${'\u0301'.repeat(100)}`;
    expect([40, 70].map((at) => betweenLetters(text, at))).toEqual([40, 70]);
    expect(betweenLetters(FAMILY, 5)).toBe(0);
  });
  it('are not cut', () => {
    const text = `ab${FAMILY}cd`;
    const places = Array.from({ length: text.length + 1 }, (_, at) => betweenLetters(text, at));
    expect([...new Set(places)]).toEqual([0, 1, 2, 2 + FAMILY.length, 3 + FAMILY.length, text.length]);
  });
});

describe('the beginning of a text', () => {
  it.each([
    ['scurt', 5, 'scurt'],
    ['mai lung', 5, 'mai…'],
    [FAMILY.repeat(3), 3, FAMILY.repeat(3)],
    [FAMILY.repeat(4), 3, `${FAMILY.repeat(2)}…`],
    ['vezi https://ro.test/lung și', 12, 'vezi…'],
    ['https://ro.test/lung', 12, 'https://ro.…'],
    ['', 3, ''],
  ])('%s, of %i letters', (text, most, begun) => expect(beginningOf(text, most)).toBe(begun));
  it('is bounded, however many marks a letter has', () =>
    expect(beginningOf(`a${'\u0301'.repeat(100_000)}`, 10).length).toBeLessThan(400));
});
