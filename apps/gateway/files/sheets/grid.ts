import { MOST_LETTERS, type DocumentText } from '../texts/outcome';

/** Excel's own limits: whatever is outside of them is at no address. */
export const MOST_ROWS = 1_048_576;
export const MOST_COLUMNS = 16_384;
const MOST_SHEETS = 1_000;
/** More empty rows or cells than these are written as a number. */
const MOST_EMPTY = 50;
const MARK = 8;

type Row = { readonly at: number; readonly columns: number[]; readonly texts: string[] };
type Sheet = { readonly name: string; readonly isHidden: boolean; readonly rows: Row[] };

/** A cell of a text has no tabs and line ends; those within a cell are line separators. */
const plain = (text: string) =>
  text
    .replace(/\r\n?|\n/g, '\u2028')
    // eslint-disable-next-line no-control-regex -- they separate rows and sheets in the text
    .replace(/[\t\u0000-\u001f]/g, ' ')
    .trim();

/**
 * The sheets of a workbook by addresses, up to the letters that are read of a document. All programs' files are read into
 * it, and both the preview and the search stand on it.
 */
export class Grid {
  private readonly sheets: Sheet[] = [];
  private letters = 0;
  private isOver = false;

  /** `isForSearch`: with the dates behind what is shown, and without numbers of empty rows. */
  constructor(readonly isForSearch = false) {}

  get isFull(): boolean {
    return this.isOver || this.letters >= MOST_LETTERS;
  }

  get isEmpty(): boolean {
    return this.sheets.length === 0;
  }

  get hasValues(): boolean {
    return this.sheets.some(({ rows }) => rows.length > 0);
  }

  /** Begins the next sheet. */
  sheet(name: string, isHidden = false): void {
    if (this.isFull) return;
    if (this.sheets.length >= MOST_SHEETS) return void (this.isOver = true);
    const shown = plain(name);
    this.sheets.push({ name: shown, isHidden, rows: [] });
    this.letters += shown.length + MARK;
  }

  /** Sets the text of a cell of the current sheet, counted from 0. */
  cell(row: number, column: number, text: string): void {
    const isOutside = !(row >= 0 && row < MOST_ROWS && column >= 0 && column < MOST_COLUMNS);
    const rows = this.sheets.at(-1)?.rows;
    if (isOutside || this.isFull || !rows) return;
    const shown = plain(text);
    if (shown === '') return;
    const last = rows.at(-1);
    const current = last?.at === row ? last : { at: row, columns: [], texts: [] };
    if (current !== last) {
      rows.push(current);
      this.letters += gap(row - (last?.at ?? -1));
    }
    this.letters += gap(column - (current.columns.at(-1) ?? -1)) + shown.length;
    current.columns.push(column);
    current.texts.push(shown);
  }

  /** Adds what is written beside the cells of the current sheet, behind them. */
  beside(texts: readonly string[]): void {
    const rows = this.sheets.at(-1)?.rows.map(({ at }) => at) ?? [];
    const first = rows.reduce((last, at) => Math.max(last, at), -1) + 1;
    for (const [at, text] of texts.entries()) this.cell(Math.min(first, MOST_ROWS - 1 - texts.length) + at, 0, text);
  }

  /**
   * Sheets separated by form feeds: the name on the first line, then a line for each row with a tab between two cells. A
   * vertical tab marks a hidden sheet behind its name, and precedes a number of rows or cells that are empty.
   */
  result(): DocumentText {
    const sheets = this.sheets.map(({ name, isHidden, rows }) => {
      const head = isHidden && !this.isForSearch ? `${name}\t\v` : name;
      return [head, ...this.lines(rows)].join('\n');
    });
    const text = sheets.join('\n\f');
    return { text: text.slice(0, MOST_LETTERS), isCut: this.isFull || text.length > MOST_LETTERS };
  }

  private lines(rows: readonly Row[]): readonly string[] {
    const lines: string[] = [];
    let next = 0;
    for (const row of inOrder(rows)) {
      if (row.at > next) lines.push(...this.empty(row.at - next, ''));
      next = row.at + 1;
      lines.push(this.line(row));
    }
    return lines;
  }

  private line({ columns, texts }: Row): string {
    const cells: string[] = [];
    let next = 0;
    const order = columns.map((_, at) => at).sort((a, b) => columns[a]! - columns[b]!);
    for (const at of order) {
      const column = columns[at]!;
      if (column > next) cells.push(...this.empty(column - next, ''));
      // of two with one address the last counts
      if (column < next) cells.pop();
      next = column + 1;
      cells.push(texts[at]!);
    }
    return cells.join('\t');
  }

  private empty(count: number, one: string): readonly string[] {
    if (count <= MOST_EMPTY) return Array<string>(count).fill(one);
    return [this.isForSearch ? one : `\v${count}`];
  }
}

const gap = (step: number) => (step > 0 && step <= MOST_EMPTY ? step : MARK);

/** Rows by their numbers; those with the same number are one. */
const inOrder = (rows: readonly Row[]): readonly Row[] => {
  if (rows.every(({ at }, index) => index === 0 || at > rows[index - 1]!.at)) return rows;
  const merged = new Map<number, Row>();
  for (const row of rows) {
    const before = merged.get(row.at);
    if (!before) merged.set(row.at, row);
    else {
      for (const column of row.columns) before.columns.push(column);
      for (const text of row.texts) before.texts.push(text);
    }
  }
  return [...merged.values()].sort((a, b) => a.at - b.at);
};
