import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { MIME_TYPES, type Extension } from '@dosar/contracts';
import { BY_TEXT, isInvoiceHead, kindByText, KINDS } from '../downloads/preview-kinds';
import { fieldsInInvoice } from '../fields/fields-in-invoice';
import { oldWord } from '../../testing/old-word';
import { readText } from './read-text';

const PAGE = join(__dirname, '../../../../scripts/docs/formats.md');
const DOCUMENTS = join(__dirname, '../../demo/documents/brutaria-2026-09');
const read = (name: string): Buffer => readFileSync(join(DOCUMENTS, name));
/** The first document of the demo with this ending. */
const shipped = (ending: string): Buffer =>
  read(readdirSync(DOCUMENTS).find((name) => extname(name) === `.${ending}`)!);

/** What a document with a password lies in. */
const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage\0', 'utf16le')]);
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

type Sample = readonly [format: Extension, what: string, bytes: () => Buffer, word: string | null];
const RIGHT: readonly Sample[] = [
  ['pdf', 'an invoice', () => read('Factură AV-23846 Electro.pdf'), 'AV-23846'],
  ['docx', 'a contract', () => shipped('docx'), 'prestări'],
  ['odt', 'a contract', () => shipped('odt'), 'prestări'],
  ['rtf', 'a contract', () => shipped('rtf'), 'prestări'],
  ['doc', 'a contract', () => oldWord('Contract de prestări'), 'prestări'],
  ['xlsx', 'a statement', () => shipped('xlsx'), '2026'],
  ['xls', 'a statement', () => shipped('xls'), '2026'],
  ['ods', 'a statement', () => shipped('ods'), '2026'],
  ['csv', 'a statement', () => read('Extras de cont 2026-09.csv'), '2026'],
  ['xml', 'an e-Factura', () => read('efactura_MB-29135.xml'), 'MB-29135'],
  ['xml', 'other XML', () => Buffer.from('<declaratie cif="7">Țesătoria</declaratie>'), 'Țesătoria'],
  ['txt', 'a note', () => Buffer.from('Plată în două rate'), 'rate'],
  ['json', 'an export', () => Buffer.from('{"client":"Brutăria"}'), 'Brutăria'],
];
const WRONG: readonly Sample[] = [
  ['pdf', 'cut in half', () => half(read('Factură AV-23846 Electro.pdf')), null],
  ['docx', 'cut in half', () => half(shipped('docx')), null],
  ['docx', 'with a password', () => locked, null],
  ['odt', 'cut in half', () => half(shipped('odt')), null],
  ['doc', 'no document', () => Buffer.from('Contract'), null],
  ['xlsx', 'cut in half', () => half(shipped('xlsx')), null],
  ['xlsx', 'with a password', () => locked, null],
  ['xls', 'no workbook', () => Buffer.from('Sold'), null],
  ['ods', 'cut in half', () => half(shipped('ods')), null],
  [
    'xml',
    'an e-Factura with entities',
    () => Buffer.from(`<!DOCTYPE x [<!ENTITY a "b">]>${read('efactura_MB-29135.xml').toString()}`),
    null,
  ],
];

const shownAs = (format: Extension, bytes: Buffer): string => {
  if (format === 'xml' && isInvoiceHead(bytes)) return 'invoice';
  return BY_TEXT.has(MIME_TYPES[format]) ? kindByText(MIME_TYPES[format]) : KINDS[MIME_TYPES[format]]!;
};

/** What is shown, found and said of a sample. */
const rowOf = async ([format, what, bytes, word]: Sample): Promise<string> => {
  const whole = Buffer.from(bytes());
  const outcome = await readText(whole, format, true);
  const fields = format === 'xml' ? fieldsInInvoice(whole) : null;
  const said = fields ? `number ${fields.number}, date ${fields.date}, total ${fields.sum} ${fields.currency}` : '';
  const isFound = 'text' in outcome && word !== null && outcome.text.includes(word);
  const shown = 'why' in outcome && BY_TEXT.has(MIME_TYPES[format]) ? 'none' : shownAs(format, whole);
  const found = 'why' in outcome ? `could not be read: ${outcome.why}` : isFound ? `by “${word}”` : '–';
  return `| ${format} | ${what} | ${shown} | ${found} | ${said || '–'} |`;
};

/** The table, as it stands in the documentation. */
const tableOf = async (): Promise<string> => {
  const rows: string[] = [];
  for (const sample of [...RIGHT, ...WRONG]) rows.push(await rowOf(sample));
  return [
    '# What is shown, found and said of documents',
    '',
    'Written by `UPDATE=1 npx jest -c apps/gateway/jest.config.cjs files/texts/formats`, which fails where it differs. Shown:',
    'the kind of preview; found: a word of the document in the search; said: the fields that are filled in.',
    '',
    '| format | sample | shown | found | said |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
};

describe('documents of each format', () => {
  it('are shown, found and filled in as the documentation says (UPDATE=1 writes it anew)', async () => {
    const table = await tableOf();
    if (process.env['UPDATE']) writeFileSync(PAGE, table);
    const plain = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
    expect(plain(readFileSync(PAGE, 'utf8'))).toBe(plain(table));
  });
  it.each(RIGHT)('%s, %s, is found by its words', async (format, _, bytes, word) => {
    const outcome = await readText(Buffer.from(bytes()), format, true);
    expect('text' in outcome && outcome.text).toContain(word);
  });
  it.each(WRONG.filter(([format]) => format !== 'xml'))('%s, %s, says why it is not read', async (format, _, bytes) =>
    expect(await readText(Buffer.from(bytes()), format, true)).toHaveProperty('why'),
  );
});
