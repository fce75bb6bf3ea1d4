import { Unread } from '../texts/outcome';
import { CompoundFile } from './compound-file';
import type { Grid } from './grid';
import { builtIn, NumberFormats } from './number-format';
import { RecordTexts, sharedOldTexts } from './old-sheets-texts';

/** Records of workbooks that are read. */
const R = {
  formula: 0x0006,
  end: 0x000a,
  dates: 0x0022,
  locked: 0x002f,
  goesOn: 0x003c,
  encoding: 0x0042,
  sheet: 0x0085,
  numbers: 0x00bd,
  richText: 0x00d6,
  style: 0x00e0,
  shared: 0x00fc,
  sharedText: 0x00fd,
  number: 0x0203,
  text: 0x0204,
  truth: 0x0205,
  result: 0x0207,
  shortNumber: 0x027e,
  format: 0x041e,
  begin: 0x0809,
} as const;

const BIFF8 = 0x0600;
const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
};

type BookRecord = { readonly type: number; readonly data: Buffer };
type NamedSheet = {
  readonly name: string;
  readonly isHidden: boolean;
  readonly from: number;
  readonly isTable: boolean;
};

function* recordsFrom(bytes: Buffer, from: number): Generator<BookRecord> {
  for (let at = from; at + 4 <= bytes.length;) {
    const size = bytes.readUInt16LE(at + 2);
    yield { type: bytes.readUInt16LE(at), data: bytes.subarray(at + 4, at + 4 + size) };
    at += 4 + size;
  }
}

/** The records of a part, without those of the charts in it. */
function* partFrom(bytes: Buffer, from: number): Generator<BookRecord> {
  let depth = 0;
  for (const record of recordsFrom(bytes, from)) {
    if (record.type === R.begin) depth += 1;
    else if (record.type === R.end) depth -= 1;
    else if (depth === 1) yield record;
    if (depth <= 0) return;
  }
}

/** A number in four bytes: a whole one or the upper half of a fraction, perhaps in hundredths. */
const shortNumber = (data: Buffer, at: number): number => {
  const bits = data.readInt32LE(at);
  const upper = Buffer.alloc(8);
  upper.writeInt32LE(bits & ~3, 4);
  const value = bits & 2 ? bits >> 2 : upper.readDoubleLE(0);
  return bits & 1 ? value / 100 : value;
};

/** A workbook of Excel from before 2007. */
class OldWorkbook {
  private readonly texts: RecordTexts;
  private readonly sheets: NamedSheet[] = [];
  private readonly codes = new Map<number, string>();
  private readonly styles: number[] = [];
  private is1904 = false;
  private shared: readonly string[] = [];

  constructor(private readonly bytes: Buffer) {
    if (bytes.length < 8 || bytes.readUInt16LE(0) !== R.begin) throw new Unread('damaged');
    this.texts = new RecordTexts(bytes.readUInt16LE(4) !== BIFF8);
    const shared: Buffer[] = [];
    let before = 0;
    for (const { type, data } of partFrom(bytes, 0)) {
      if (type === R.shared || (type === R.goesOn && before === R.shared)) shared.push(data);
      if (type !== R.goesOn) before = type;
      this.global(type, data);
    }
    this.shared = sharedOldTexts(shared);
  }

  /** Writes all sheets. */
  into(grid: Grid): void {
    const formats = new NumberFormats({ is1904: this.is1904, isForSearch: grid.isForSearch });
    for (const { name, isHidden, from, isTable } of this.sheets) {
      if (grid.isFull) return;
      grid.sheet(name, isHidden);
      if (isTable) this.sheet(from, grid, formats);
    }
  }

  private global(type: number, data: Buffer): void {
    if (type === R.locked) throw new Unread('encrypted');
    if (type === R.dates) this.is1904 = data.readUInt16LE(0) === 1;
    if (type === R.encoding) this.texts.encodedBy(data.readUInt16LE(0));
    if (type === R.style) this.styles.push(data.readUInt16LE(2));
    if (type === R.format) this.codes.set(data.readUInt16LE(0), this.texts.at(data, 2, this.texts.isOld ? 1 : 2));
    if (type !== R.sheet) return;
    const name = this.texts.at(data, 6, 1);
    const isHidden = (data.readUInt8(4) & 3) !== 0;
    const kind = data.readUInt8(5);
    // programs of a workbook are no sheets
    if (kind !== 6) this.sheets.push({ name, isHidden, from: data.readUInt32LE(0), isTable: kind === 0 });
  }

  private sheet(from: number, grid: Grid, formats: NumberFormats): void {
    const code = (style: number) => {
      const id = this.styles[style] ?? 0;
      return this.codes.get(id) ?? builtIn(id);
    };
    const shown = (value: number, style: number) => formats.shown(value, code(style));
    let formula: Buffer | null = null;
    for (const { type, data } of partFrom(this.bytes, from)) {
      if (grid.isFull) return;
      if (type === R.locked) throw new Unread('encrypted');
      if (type === R.result && formula) this.put(grid, formula, this.texts.at(data, 0, 2));
      if (type === R.formula) formula = data;
      else if (type === R.numbers) this.numbers(grid, data, shown);
      const text = data.length < 6 ? null : this.cell(type, data, shown);
      if (text !== null) this.put(grid, data, text);
    }
  }

  private put(grid: Grid, data: Buffer, text: string): void {
    grid.cell(data.readUInt16LE(0), data.readUInt16LE(2), text);
  }

  /** The text of a record of one cell; null for others. */
  private cell(type: number, data: Buffer, shown: (value: number, style: number) => string): string | null {
    const style = data.readUInt16LE(4);
    switch (type) {
      case R.sharedText:
        return this.shared[data.readUInt32LE(6)] ?? '';
      case R.text:
      case R.richText:
        return this.texts.at(data, 6, 2);
      case R.number:
        return shown(data.readDoubleLE(6), style);
      case R.shortNumber:
        return shown(shortNumber(data, 6), style);
      case R.truth:
        return truth(data.readUInt8(6), data.readUInt8(7) === 1);
      case R.formula:
        if (data.readUInt16LE(12) !== 0xffff) return shown(data.readDoubleLE(6), style);
        // a text follows in a record of its own
        return data.readUInt8(6) === 1 || data.readUInt8(6) === 2
          ? truth(data.readUInt8(8), data.readUInt8(6) === 2)
          : null;
      default:
        return null;
    }
  }

  private numbers(grid: Grid, data: Buffer, shown: (value: number, style: number) => string): void {
    const first = data.readUInt16LE(2);
    for (let at = 4; at + 6 <= data.length - 2; at += 6) {
      const column = first + (at - 4) / 6;
      grid.cell(data.readUInt16LE(0), column, shown(shortNumber(data, at + 2), data.readUInt16LE(at)));
    }
  }
}

const truth = (value: number, isError: boolean): string =>
  isError ? (ERRORS[value] ?? '#N/A') : value === 0 ? 'FALSE' : 'TRUE';

/** The sheets of Excel from before 2007 (versions 5 to 2003). @throws Unread */
export const oldSheets = (bytes: Buffer, grid: Grid): void => {
  const file = new CompoundFile(bytes);
  const workbook = file.stream(['Workbook', 'Book']);
  if (!workbook) throw new Unread(file.stream(['EncryptedPackage']) ? 'encrypted' : 'damaged');
  new OldWorkbook(workbook).into(grid);
};
