import { isEncrypted } from '../texts/open-document';
import { Unread } from '../texts/outcome';
import type { Parts, Reader } from '../texts/parts';
import { MOST_COLUMNS, MOST_ROWS, type Grid } from './grid';
import { general, NumberFormats } from './number-format';
import { OpenDocumentFormats } from './open-document-formats';

type Attribute = (name: string) => string | undefined;
type Run = { readonly style: string | undefined; readonly end: number };
type Value = { readonly column: number; readonly times: number; readonly text: string };
type Open = { readonly attribute: Attribute; readonly style: string | undefined; readonly times: number };

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST = Date.UTC(1899, 11, 30);

/** `PT36H30M00S` as a part of days. */
const timeOf = (text: string): number => {
  const [, sign, days, hours, minutes, seconds] =
    /^(-?)P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/.exec(text) ?? [];
  if (sign === undefined) return Number.NaN;
  const number = (part: string | undefined) => Number((part ?? '0').replace(',', '.'));
  const size = number(days) + number(hours) / 24 + number(minutes) / 1_440 + number(seconds) / 86_400;
  return sign === '-' ? -size : size;
};

const dayOf = (text: string): number =>
  (Date.parse(text.length > 10 ? `${text.slice(0, 23)}Z` : text) - FIRST) / DAY_MS;

const times = (text: string | undefined, most: number) => Math.max(1, Math.min(Number(text ?? 1) || 1, most));

/** Elements of a sheet that have texts, but are in no cell. */
const ASIDE = new Set([
  'annotation',
  'shapes',
  'frame',
  'custom-shape',
  'g',
  'rect',
  'ellipse',
  'line',
  'polygon',
  'caption',
  'forms',
  'tracked-changes',
]);

/** Reads the sheets of a document's content, each cell as often as it says. */
class SheetReader {
  private tables = 0;
  private row = 0;
  private column = 0;
  private repeated = 1;
  private rowStyle: string | undefined;
  private columns: Run[] = [];
  /** In which of them the next cell of the row is. */
  private run = 0;
  private values: Value[] = [];
  private cell: Open | null = null;
  private paragraphs: string[] = [];
  private aside = 0;
  private notes: string[] = [];
  private isParagraph = false;

  constructor(
    private readonly grid: Grid,
    private readonly styles: OpenDocumentFormats,
    private readonly formats: NumberFormats,
  ) {}

  open(name: string, attribute: Attribute): void {
    if (ASIDE.has(name)) this.aside += 1;
    if (name === 'table') this.table(attribute);
    if (this.tables !== 1) return;
    if (name === 'table-column') this.columnRun(attribute);
    if (name === 'table-row') {
      this.repeated = times(attribute('number-rows-repeated'), MOST_ROWS);
      this.rowStyle = attribute('default-cell-style-name');
      this.column = 0;
      this.run = 0;
      this.values = [];
    }
    if (name === 'table-cell' || name === 'covered-table-cell') {
      const style = attribute('style-name') ?? this.rowStyle ?? this.columnStyle();
      this.cell = { attribute, style, times: times(attribute('number-columns-repeated'), MOST_COLUMNS) };
      this.paragraphs = [];
    }
    if (name === 'p' || name === 'h') {
      this.isParagraph = true;
      (this.aside > 0 ? this.notes : this.paragraphs).push('');
    }
    if (name === 's') this.text(' '.repeat(times(attribute('c'), 100)), true);
    if (name === 'tab') this.text(' ', true);
    if (name === 'line-break') this.text('\n', true);
  }

  text(piece: string, isExact = false): void {
    if (!this.isParagraph) return;
    const into = this.aside > 0 ? this.notes : this.paragraphs;
    into[into.length - 1] += isExact ? piece : piece.replace(/\s+/g, ' ');
  }

  close(name: string): void {
    if (ASIDE.has(name)) this.aside -= 1;
    if (name === 'p' || name === 'h') this.isParagraph = false;
    if (name === 'table') this.tableEnd();
    if (this.tables !== 1) return;
    if ((name === 'table-cell' || name === 'covered-table-cell') && this.cell) this.cellEnd(this.cell);
    if (name === 'table-row') this.rowEnd();
  }

  private table(attribute: Attribute): void {
    this.tables += 1;
    if (this.tables > 1) return;
    this.grid.sheet(attribute('name') ?? '', this.styles.isHidden(attribute('style-name')));
    this.row = 0;
    this.columns = [];
    this.notes = [];
  }

  /** What is written beside the cells is found, too. */
  private tableEnd(): void {
    this.tables -= 1;
    if (this.tables > 0 || !this.grid.isForSearch) return;
    this.grid.beside(this.notes);
  }

  private columnStyle(): string | undefined {
    while ((this.columns[this.run]?.end ?? Infinity) <= this.column) this.run += 1;
    return this.columns[this.run]?.style;
  }

  private columnRun(attribute: Attribute): void {
    const from = this.columns.at(-1)?.end ?? 0;
    if (from >= MOST_COLUMNS) return;
    const end = from + times(attribute('number-columns-repeated'), MOST_COLUMNS);
    this.columns.push({ style: attribute('default-cell-style-name'), end });
  }

  private cellEnd(cell: Open): void {
    const text = this.shown(cell);
    if (text !== '' && this.column < MOST_COLUMNS) this.values.push({ column: this.column, times: cell.times, text });
    this.column += cell.times;
    this.cell = null;
  }

  private rowEnd(): void {
    const { grid, values } = this;
    const last = values.length === 0 ? 0 : Math.min(this.row + this.repeated, MOST_ROWS);
    for (let row = this.row; row < last && !grid.isFull; row += 1)
      for (const { column, times: many, text } of values)
        for (let at = column; at < column + many && at < MOST_COLUMNS && !grid.isFull; at += 1)
          grid.cell(row, at, text);
    this.row += this.repeated;
  }

  private shown({ attribute, style }: Open): string {
    const written = this.paragraphs.join('\n');
    const code = this.styles.of(style);
    const byFormat = (value: number, otherwise?: string) =>
      Number.isFinite(value) && (code ?? otherwise) !== undefined
        ? this.formats.shown(value, (code ?? otherwise)!)
        : written || (Number.isFinite(value) ? general(value) : '');
    switch (attribute('value-type')) {
      case 'float':
      case 'currency':
        return byFormat(Number(attribute('value')));
      case 'percentage':
        return byFormat(Number(attribute('value')), '0.00%');
      case 'date': {
        const day = attribute('date-value') ?? '';
        return byFormat(dayOf(day), day.length > 10 ? 'dd.mm.yyyy hh:mm:ss' : 'dd.mm.yyyy');
      }
      case 'time':
        return byFormat(timeOf(attribute('time-value') ?? ''), 'hh:mm:ss');
      case 'boolean':
        return attribute('boolean-value') === 'true' ? 'TRUE' : 'FALSE';
      default: {
        const formula = attribute('formula');
        const text = written || (attribute('string-value') ?? '');
        return text !== '' || formula === undefined || attribute('value-type') !== undefined
          ? text
          : formula.slice(formula.indexOf('='));
      }
    }
  }
}

/** The sheets of LibreOffice, with what is repeated as often as it is. @throws Unread */
export const openDocumentSheets = async (parts: Parts, grid: Grid): Promise<void> => {
  if (await isEncrypted(parts)) throw new Unread('encrypted');
  const styles = new OpenDocumentFormats();
  const reading: Reader = {
    open: (name, attribute) => styles.open(name, attribute),
    text: (piece) => styles.add(piece),
    close: (name) => styles.close(name),
  };
  await parts.read('styles.xml', reading);
  const sheets = new SheetReader(grid, styles, new NumberFormats({ isExact: true, isForSearch: grid.isForSearch }));
  let isBody = false;
  await parts.read('content.xml', {
    open: (name, attribute) => {
      if (name === 'body') isBody = true;
      if (isBody) sheets.open(name, attribute);
      else styles.open(name, attribute);
    },
    text: (piece) => (isBody ? sheets.text(piece) : styles.add(piece)),
    close: (name) => (isBody ? sheets.close(name) : styles.close(name)),
    isDone: () => grid.isFull,
  });
};
