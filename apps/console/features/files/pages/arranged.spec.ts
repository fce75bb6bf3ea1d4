import {
  documentsOf,
  movedPages,
  arrangedName,
  removed,
  requestOf,
  arrangedPagesOf,
  shifted,
  split,
  turned,
} from './arranged';

const scan = arrangedPagesOf([{ id: 'a', pages: 5 }]);
const keys = (...pages: number[]) => new Set(pages.map((page) => `a ${page}`));
/** `12|345`: the pages, and where documents begin. */
const told = (sheets: readonly (typeof scan)[number][]) =>
  documentsOf(sheets)
    .map((document) => document.map(({ page }) => page).join(''))
    .join('|');

describe('pages that are arranged', () => {
  it('are those of the files, one after the other', () =>
    expect(
      arrangedPagesOf([
        { id: 'a', pages: 2 },
        { id: 'b', pages: 1 },
      ]).map(({ key }) => key),
    ).toEqual(['a 1', 'a 2', 'b 1']));
  it('are a thousand at most', () =>
    expect(
      arrangedPagesOf([
        { id: 'a', pages: 10_000 },
        { id: 'b', pages: 3 },
      ]),
    ).toHaveLength(1_000));
  it('are split, and put together again', () => {
    const two = split(scan, keys(3));
    expect(told(two)).toBe('12|345');
    expect(told(split(two, keys(3)))).toBe('12345');
    expect(told(split(two, keys(1, 2, 3, 4, 5)))).toBe('1|2|3|4|5');
  });
  it('leave their document its beginning', () => {
    expect(told(removed(split(scan, keys(3)), keys(3)))).toBe('12|45');
    expect(told(removed(split(scan, keys(3)), keys(3, 4, 5)))).toBe('12');
    expect(told(removed(scan, keys(1)))).toBe('2345');
  });
  it('are moved together', () => {
    expect(told(movedPages(scan, keys(4, 5), 'a 2'))).toBe('14523');
    expect(told(movedPages(scan, keys(1), null))).toBe('23451');
    expect(told(movedPages(split(scan, keys(3)), keys(5), 'a 3'))).toBe('12|534');
    expect(told(movedPages(scan, keys(2), 'a 2'))).toBe('12345');
  });
  it('are shifted by one place, and stop at the ends', () => {
    expect(told(shifted(scan, keys(2, 3), 1))).toBe('14235');
    expect(told(shifted(scan, keys(2, 3), -1))).toBe('23145');
    expect(told(shifted(scan, keys(4), 1))).toBe('12354');
    expect(told(shifted(scan, keys(5), 1))).toBe('12345');
    expect(told(shifted(scan, keys(1), -1))).toBe('12345');
  });
  it('are turned all the way round', () => {
    const back = [1, 2, 3, 4].reduce((sheets) => turned(sheets, keys(2), 90), scan);
    expect(back).toEqual(scan);
    expect(turned(scan, keys(2), 270)[1]).toMatchObject({ rotate: 270 });
  });
  it('are asked for in rows', () => {
    const sheets = turned(split(scan, keys(3)), keys(5), 90);
    expect(requestOf(sheets, ['x', 'y.PDF'])).toEqual({
      documents: [{ name: 'x.pdf' }, { name: 'y.PDF' }],
      pages: [
        { document: 0, file_id: 'a', page: 1, to: 2, rotate: 0 },
        { document: 1, file_id: 'a', page: 3, to: 4, rotate: 0 },
        { document: 1, file_id: 'a', page: 5, to: 5, rotate: 90 },
      ],
    });
  });
  it('are called as their file is', () =>
    expect([arrangedName('scan.mai.pdf', 0, 1), arrangedName('scan.pdf', 1, 2)]).toEqual([
      'scan.mai (pagini).pdf',
      'scan 2.pdf',
    ]));
});
