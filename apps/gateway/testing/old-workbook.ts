import { compound } from './old-word';

type Cell = string | number | boolean | null | { readonly error: number } | { readonly short: number };
type OldSheet = { readonly rows: readonly (readonly Cell[])[]; readonly isHidden?: boolean };
type Made = {
  readonly sheets: Readonly<Record<string, OldSheet>>;
  /** The format of all numbers. */
  readonly format?: string;
  readonly is1904?: boolean;
  readonly isLocked?: boolean;
  /** Texts are shared, in records of that many bytes. */
  readonly sharedIn?: number;
};

export const record = (type: number, ...parts: readonly Buffer[]) => {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
};
export const words = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
const double = (value: number) => Buffer.from(Float64Array.of(value).buffer);
const whole = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const wide = (text: string, size: 1 | 2) =>
  Buffer.concat([size === 1 ? Buffer.of(text.length) : words(text.length), Buffer.of(1), Buffer.from(text, 'utf16le')]);
export const begin = (kind: number) => record(0x0809, words(0x0600, kind, 0, 0, 0, 0, 0, 0));
export const END = record(0x000a);

/** One record and those in which it goes on: a text may be cut between two letters, whose size is then said again. */
const shared = (texts: readonly string[], most: number): Buffer => {
  const parts: Buffer[] = [];
  let part: Buffer[] = [words(0, 0, 0, 0)];
  let size = 8;
  const next = (...first: readonly Buffer[]) => {
    parts.push(record(parts.length === 0 ? 0x00fc : 0x003c, ...part));
    part = first.slice();
    size = Buffer.concat(part).length;
  };
  for (const text of texts) {
    if (size + 3 > most) next();
    part.push(words(text.length), Buffer.of(1));
    size += 3;
    for (const letter of text) {
      if (size + 2 > most) next(Buffer.of(1));
      part.push(Buffer.from(letter, 'utf16le'));
      size += 2;
    }
  }
  next();
  return Buffer.concat(parts);
};

const sheetOf = ({ rows }: OldSheet, texts: readonly string[] | null): Buffer => {
  const cell = (value: Cell, row: number, column: number): Buffer => {
    const at = words(row, column, 1);
    if (value === null) return record(0x0201, at);
    if (typeof value === 'number') return record(0x0203, at, double(value));
    if (typeof value === 'boolean') return record(0x0205, at, Buffer.of(value ? 1 : 0, 0));
    if (typeof value === 'string')
      return texts ? record(0x00fd, at, whole(texts.indexOf(value))) : record(0x0204, at, wide(value, 2));
    return 'error' in value
      ? record(0x0205, at, Buffer.of(value.error, 1))
      : record(0x027e, at, whole(((value.short << 2) | 3) >>> 0));
  };
  const cells = rows.flatMap((row, at) => row.map((value, column) => cell(value, at, column)));
  return Buffer.concat([begin(0x10), ...cells, END]);
};

/** A workbook of Excel from before 2007. `short` numbers are written in hundredths, in four bytes. */
export const oldWorkbook = ({ sheets, format = '', is1904, isLocked, sharedIn }: Made): Buffer => {
  const all = Object.entries(sheets);
  const texts = all.flatMap(([, { rows }]) => rows.flat()).filter((cell) => typeof cell === 'string');
  const bodies = all.map(([, sheet]) => sheetOf(sheet, sharedIn === undefined ? null : texts));
  const globals = (places: readonly number[]) =>
    Buffer.concat([
      begin(0x05),
      ...(isLocked ? [record(0x002f, words(1))] : []),
      record(0x0022, words(is1904 ? 1 : 0)),
      record(0x041e, words(164), wide(format, 2)),
      record(0x00e0, words(0, 0)),
      record(0x00e0, words(0, format === '' ? 0 : 164)),
      ...all.map(([name, { isHidden }], at) =>
        record(0x0085, whole(places[at] ?? 0), Buffer.of(isHidden ? 1 : 0, 0), wide(name, 1)),
      ),
      ...(sharedIn === undefined ? [] : [shared(texts, sharedIn)]),
      END,
    ]);
  let next = globals([]).length;
  const places = bodies.map((body) => (next += body.length) - body.length);
  return compound({ Workbook: Buffer.concat([globals(places), ...bodies]) });
};
