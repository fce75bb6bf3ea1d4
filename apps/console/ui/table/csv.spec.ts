import { csvOf, everyPage } from './csv';

describe('a list for a spreadsheet', () => {
  it('begins with the mark of UTF-8 and has semicolons and whole lines', () => {
    expect(
      csvOf([
        ['Nume', 'Email'],
        ['Ana Țăranu', 'ana@brutaria.ro'],
      ]),
    ).toBe('\uFEFFNume;Email\r\nAna Țăranu;ana@brutaria.ro\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+40721123456', "'+40721123456"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1+1', "'＝1+1"],
    ['＋40721123456', "'＋40721123456"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    [' =1+1', "' =1+1"],
    ['\n=1', '"\'\n=1"'],
    ['=HYPERLINK("http://x";"y")', '"\'=HYPERLINK(""http://x"";""y"")"'],
    ['Str. Lungă; nr. 1', '"Str. Lungă; nr. 1"'],
    ['„Unu” "doi"', '"„Unu” ""doi"""'],
    ['două\nrânduri', '"două\nrânduri"'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('has %j as %j', (text, shown) => expect(csvOf([[text]])).toBe(`\uFEFF${shown}\r\n`));
});

describe('all pages of a list', () => {
  const rows = Array.from({ length: 205 }, (_, at) => ({ id: `${at}` }));
  const ask = async (page: number) => ({ rows: rows.slice((page - 1) * 100, page * 100), total: rows.length });

  it('are walked to the last', async () => expect(await everyPage(ask)).toEqual(rows));

  it('have nothing twice, and end when there is nothing more', async () => {
    const moved = async (page: number) => ({ rows: page < 4 ? rows.slice(0, 3) : [], total: 1_000 });
    expect(await everyPage(moved)).toEqual(rows.slice(0, 3));
  });
});
