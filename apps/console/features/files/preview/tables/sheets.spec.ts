import { columnsOf, lettersOf, sheetsOf } from './sheets';

describe('the sheets of a workbook', () => {
  it('have each value at its address', () => {
    const text = 'Registru\nData\tSumă\n\nx\u2028y\t\t2500\n\v1000\n\v300\tz\n\fVechi\t\v\n1\n\fGol';
    expect(sheetsOf(text)).toEqual({
      isCut: false,
      sheets: [
        {
          name: 'Registru',
          isHidden: false,
          rows: [
            {
              at: 0,
              cells: [
                { column: 0, text: 'Data' },
                { column: 1, text: 'Sumă' },
              ],
            },
            {
              at: 2,
              cells: [
                { column: 0, text: 'x\ny' },
                { column: 2, text: '2500' },
              ],
            },
            { at: 1003, cells: [{ column: 300, text: 'z' }] },
          ],
        },
        { name: 'Vechi', isHidden: true, rows: [{ at: 0, cells: [{ column: 0, text: '1' }] }] },
        { name: 'Gol', isHidden: false, rows: [] },
      ],
    });
  });
  it('say that they were cut', () =>
    expect(sheetsOf('A\n1\n…')).toMatchObject({ isCut: true, sheets: [{ rows: [{ at: 0 }] }] }));
  it('may be none', () => expect(sheetsOf('')).toEqual({ sheets: [], isCut: false }));
});

describe('columns', () => {
  const row = (...columns: number[]) => ({ at: 0, cells: columns.map((column) => ({ column, text: 'x' })) });
  it('have their letters', () =>
    expect([0, 25, 26, 27, 701, 702, 16_383].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA', 'XFD']));
  it('are drawn to the last one', () => expect(columnsOf([row(2), row(0)]).columns).toEqual([0, 1, 2]));
  it('are drawn where they have values when there are many', () =>
    expect(columnsOf([row(16_383, 1)]).columns).toEqual([1, 16_383]));
  it('are not drawn beyond a limit', () => {
    const { columns, isCut } = columnsOf([row(...Array.from({ length: 600 }, (_, at) => at))]);
    expect([columns.length, isCut]).toEqual([500, true]);
  });
});
