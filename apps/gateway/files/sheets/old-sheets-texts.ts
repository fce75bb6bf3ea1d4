import { Unread } from '../texts/outcome';

/** Limit of letters in shared texts. */
const MOST_SHARED = 16 * 1024 * 1024;
const WIDE = 1;
const EXTENDED = 4;
const RICH = 8;

/** Encodings of texts before Excel 97, by their number on Windows. */
const ENCODINGS: Readonly<Record<number, string>> = {
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
};
/** What Romanian programs wrote. */
const OLD = 'windows-1250';

const letters = (bytes: Buffer, isWide: boolean) => bytes.toString(isWide ? 'utf16le' : 'latin1');

/** Texts of records, by the version of the workbook. A text is as long as its record at most. */
export class RecordTexts {
  private decoder = new TextDecoder(OLD);

  constructor(readonly isOld: boolean) {}

  /** The number of the encoding of old texts. */
  encodedBy(number: number): void {
    this.decoder = new TextDecoder(ENCODINGS[number] ?? OLD);
  }

  /** A text at that place, whose length has one byte or two. */
  at(record: Buffer, place: number, size: 1 | 2): string {
    if (record.length < place + size) return '';
    const length = size === 1 ? record.readUInt8(place) : record.readUInt16LE(place);
    const from = place + size;
    if (this.isOld) return this.decoder.decode(record.subarray(from, from + length));
    if (record.length <= from) return '';
    const isWide = (record.readUInt8(from) & WIDE) !== 0;
    return letters(record.subarray(from + 1, from + 1 + length * (isWide ? 2 : 1)), isWide);
  }
}

/** Bytes that go on from record to record. */
class Pieces {
  private index = 0;
  private place = 0;

  constructor(private readonly records: readonly Buffer[]) {}

  get isOver(): boolean {
    while (this.index < this.records.length && this.place >= this.records[this.index]!.length) this.next();
    return this.index >= this.records.length;
  }

  number(size: 1 | 2 | 4): number {
    let value = 0;
    for (let at = 0; at < size; at += 1) value += this.byte() * 256 ** at;
    return value;
  }

  skip(count: number): void {
    for (let left = count; left > 0 && !this.isOver;) {
      const step = Math.min(left, this.records[this.index]!.length - this.place);
      this.place += step;
      left -= step;
    }
  }

  /** In each record that a text goes on in, it is said anew how its letters are written. */
  text(length: number, isWideAtFirst: boolean): string {
    let isWide = isWideAtFirst;
    let text = '';
    while (text.length < length) {
      const record = this.records[this.index];
      if (!record) return text;
      const size = isWide ? 2 : 1;
      const count = Math.min(length - text.length, Math.floor((record.length - this.place) / size));
      text += letters(record.subarray(this.place, this.place + count * size), isWide);
      this.place += count * size;
      if (text.length >= length) break;
      this.next();
      if (this.index < this.records.length) isWide = (this.byte() & WIDE) !== 0;
    }
    return text;
  }

  private byte(): number {
    if (this.isOver) return 0;
    this.place += 1;
    return this.records[this.index]!.readUInt8(this.place - 1);
  }

  private next(): void {
    this.index += 1;
    this.place = 0;
  }
}

/** Shared texts, which cells refer to by number, from their record and those in which it goes on. @throws Unread */
export const sharedOldTexts = (records: readonly Buffer[]): readonly string[] => {
  const pieces = new Pieces(records);
  pieces.skip(8);
  const all: string[] = [];
  let size = 0;
  while (!pieces.isOver) {
    const length = pieces.number(2);
    const flags = pieces.number(1);
    const runs = flags & RICH ? pieces.number(2) : 0;
    const extension = flags & EXTENDED ? pieces.number(4) : 0;
    const text = pieces.text(length, (flags & WIDE) !== 0);
    pieces.skip(runs * 4 + extension);
    size += text.length + 8;
    if (size > MOST_SHARED) throw new Unread('too_large');
    all.push(text);
  }
  return all;
};
