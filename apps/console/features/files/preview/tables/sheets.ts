type Cell = { readonly column: number; readonly text: string };
type Row = { readonly at: number; readonly cells: readonly Cell[] };
export type Sheet = { readonly name: string; readonly isHidden: boolean; readonly rows: readonly Row[] };

/** What the server puts after a text that it has cut. */
const CUT = '\n…';
/** More columns than these are shown without those that are empty in all rows. */
const ALL_COLUMNS = 60;
const MOST_COLUMNS = 500;
const MOST_INDEX = 2_000_000;

/** How many rows or cells are skipped by a mark; null for others. */
const skippedBy = (text: string): number | null => {
  const [, count] = /^\v(\d{1,7})$/.exec(text) ?? [];
  return count === undefined ? null : Number(count);
};

const cellsOf = (line: string): readonly Cell[] => {
  const cells: Cell[] = [];
  let column = 0;
  for (const text of line.split('\t')) {
    const skipped = skippedBy(text);
    if (skipped === null && text !== '') cells.push({ column, text: text.replaceAll('\u2028', '\n') });
    column = Math.min(column + (skipped ?? 1), MOST_INDEX);
  }
  return cells;
};

const sheetOf = (text: string): Sheet => {
  const [head = '', ...lines] = text.split('\n');
  const [name = '', mark] = head.split('\t');
  const rows: Row[] = [];
  let at = 0;
  for (const line of lines) {
    const skipped = skippedBy(line);
    const cells = skipped === null ? cellsOf(line) : [];
    if (cells.length > 0) rows.push({ at, cells });
    at = Math.min(at + (skipped ?? 1), MOST_INDEX);
  }
  return { name, isHidden: mark === '\v', rows };
};

/** The sheets of a workbook, as the server writes them: each value at its address. */
export const sheetsOf = (text: string): { readonly sheets: readonly Sheet[]; readonly isCut: boolean } => {
  const isCut = text.endsWith(CUT);
  const whole = isCut ? text.slice(0, -CUT.length) : text;
  return { sheets: whole === '' ? [] : whole.split('\f').map(sheetOf), isCut };
};

/** The columns that are drawn, and whether others are left out. */
export const columnsOf = (rows: readonly Row[]): { readonly columns: readonly number[]; readonly isCut: boolean } => {
  const used = new Set<number>();
  for (const { cells } of rows) for (const { column } of cells) used.add(column);
  const inOrder = [...used].sort((a, b) => a - b);
  const last = inOrder.at(-1) ?? -1;
  const columns = last < ALL_COLUMNS ? Array.from({ length: last + 1 }, (_, at) => at) : inOrder;
  return { columns: columns.slice(0, MOST_COLUMNS), isCut: columns.length > MOST_COLUMNS };
};

/** `AB` of column 27. */
export const lettersOf = (column: number): string => {
  const before = Math.floor(column / 26) - 1;
  return (before < 0 ? '' : lettersOf(before)) + String.fromCharCode(65 + (column % 26));
};
