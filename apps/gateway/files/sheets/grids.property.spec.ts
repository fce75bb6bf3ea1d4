import fc from 'fast-check';
import { oldWorkbook } from '../../testing/old-workbook';
import { packed, xlsx } from '../../testing/workbooks';
import { readText } from '../texts/read-text';

/** Where a value stands, and the value: rows and columns are counted from 0. */
type Grid = ReadonlyMap<string, string>;
/** Fewer than the empty rows and cells that are written as a number. */
const MOST = { rows: 50, columns: 40 };

const grids: fc.Arbitrary<Grid> = fc
  .array(fc.tuple(fc.nat(MOST.rows - 1), fc.nat(MOST.columns - 1), fc.nat(9_999)), { minLength: 1, maxLength: 60 })
  .map((cells) => new Map(cells.map(([row, column, value]) => [`${row}:${column}`, `v${value}`])));

const rowsOf = (grid: Grid): readonly (readonly (string | null)[])[] =>
  Array.from({ length: MOST.rows }, (_, row) =>
    Array.from({ length: MOST.columns }, (__, column) => grid.get(`${row}:${column}`) ?? null),
  );
const text = (grid: Grid) =>
  rowsOf(grid)
    .map((row) =>
      row
        .map((value) => value ?? '')
        .join('\t')
        .trimEnd(),
    )
    .join('\n')
    .trimEnd();

const letters = (column: number) => (column < 26 ? '' : 'A') + String.fromCharCode(65 + (column % 26));
/** Cells with addresses, in no order; empty ones are not there. */
const ofExcel = (grid: Grid) =>
  xlsx({
    sheets: {
      A: [...grid]
        .map(([at, value]) => {
          const [row, column] = at.split(':').map(Number) as [number, number];
          return `<row r="${row + 1}"><c r="${letters(column)}${row + 1}" t="str"><v>${value}</v></c></row>`;
        })
        .join(''),
    },
  });

/** Runs of what is the same, as LibreOffice writes it. */
const runs = <T>(all: readonly T[]): readonly (readonly [T, number])[] =>
  all.reduce<[T, number][]>((found, each) => {
    const last = found.at(-1);
    if (last && JSON.stringify(last[0]) === JSON.stringify(each)) last[1] += 1;
    else found.push([each, 1]);
    return found;
  }, []);
const ofLibreOffice = (grid: Grid) => {
  const cell = ([value, times]: readonly [string | null, number]) =>
    `<t:table-cell t:number-columns-repeated="${times}">${value === null ? '' : `<x:p>${value}</x:p>`}</t:table-cell>`;
  const rows = runs(rowsOf(grid)).map(
    ([row, times]) => `<t:table-row t:number-rows-repeated="${times}">${runs(row).map(cell).join('')}</t:table-row>`,
  );
  return packed({ 'content.xml': `<o:o><o:body><t:table t:name="A">${rows.join('')}</t:table></o:body></o:o>` });
};
const ofOldExcel = (grid: Grid) => {
  const rows = rowsOf(grid);
  return Promise.resolve(Buffer.from(oldWorkbook({ sheets: { A: { rows } }, sharedIn: 500 })));
};

describe('whatever stands where, is shown there', () => {
  it.each([
    ['xlsx', ofExcel],
    ['ods', ofLibreOffice],
    ['xls', ofOldExcel],
  ] as const)('%s', (extension, written) =>
    fc.assert(
      fc.asyncProperty(grids, async (grid) => {
        const outcome = await readText(await written(grid), extension);
        expect('text' in outcome && outcome.text).toBe(`A\n${text(grid)}`);
      }),
      { numRuns: 60, seed: 15 },
    ),
  );
});
