import type { HostileDocument } from '../hostile-documents';
import { compound } from '../old-word';
import { begin, END, oldWorkbook, record, words } from '../old-workbook';

const MANY = 1_000_000;

const good = () => oldWorkbook({ sheets: { A: { rows: [['x', 1]] } }, sharedIn: 100 });
const changed = (at: number, ...bytes: readonly number[]) => {
  const book = good();
  Buffer.from(bytes).copy(book, at);
  return book;
};
const old = (...records: readonly Buffer[]) => compound({ Workbook: Buffer.concat([begin(5), ...records]) });
const sheetAt = (place: number) => record(0x0085, words(place & 0xffff, place >>> 16), Buffer.of(0, 0, 1, 0, 65));

/** Of Excel before 2007: sectors, records and texts without an end. */
export const oldSheets: readonly HostileDocument[] = [
  ['sectors of 2 to the 65,535', 'xls', () => changed(30, 0xff, 0xff), 'damaged', 'read'],
  ['sectors of one byte', 'xls', () => changed(30, 0, 0), 'damaged'],
  ['a directory beyond the end', 'xls', () => changed(48, 0xff, 0xff, 0xff, 0x0f), 'damaged'],
  ['a table of sectors in a circle', 'xls', () => changed(68, 0, 0, 0, 0), 'damaged', 'read'],
  ['sectors in a circle', 'xls', () => changed(512 + 8, 2, 0, 0, 0), 'damaged'],
  ['a directory in a circle', 'xls', () => changed(512 + 4, 1, 0, 0, 0), 'damaged'],
  ['a stream of 4 GB', 'xls', () => changed(1_024 + 128 + 120, 0xff, 0xff, 0xff, 0xff), 'read', 'damaged'],
  ['small streams that are not there', 'xls', () => changed(56, 0xff, 0xff, 0xff, 0xff), 'damaged'],
  ['half of an old workbook', 'xls', () => good().subarray(0, 1_700), 'damaged', 'read'],
  ['a million records of nothing', 'xls', () => old(Buffer.alloc(4 * MANY), END), 'damaged', 'read'],
  ['beginnings in beginnings', 'xls', () => old(Buffer.concat(Array<Buffer>(200_000).fill(begin(5)))), 'damaged'],
  ['a record that ends beyond all', 'xls', () => old(Buffer.of(0x85, 0, 0xff, 0xff, 1)), 'damaged'],
  ['four milliard texts', 'xls', () => old(record(0x00fc, Buffer.alloc(8, 0xff)), sheetAt(0), END), 'read', 'damaged'],
  [
    'texts that end too early',
    'xls',
    () => old(record(0x00fc, Buffer.alloc(8), words(0xffff), Buffer.of(13)), sheetAt(0), END),
    'read',
    'damaged',
  ],
  [
    'runs of a text beyond all',
    'xls',
    () =>
      old(
        record(0x00fc, Buffer.alloc(8), words(1), Buffer.of(12), words(0xffff, 0xffff, 0x7fff), Buffer.of(65)),
        sheetAt(0),
        END,
      ),
    'read',
    'damaged',
  ],
  [
    'sheets that are the workbook itself',
    'xls',
    () => old(...Array.from({ length: 5_000 }, () => sheetAt(0)), END),
    'cut',
    'read',
    'too_large',
  ],
  ['a sheet 4 GB away', 'xls', () => old(sheetAt(0xffff_ffff), END), 'read', 'damaged'],
  [
    'records that are too short',
    'xls',
    () => old(...[0x22, 0x42, 0xe0, 0x41e, 0x85].map((type) => record(type)), END),
    'damaged',
  ],
];
