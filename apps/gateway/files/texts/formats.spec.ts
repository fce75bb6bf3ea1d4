import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { MIME_TYPES, type DocumentFields, type Extension, type File } from '@dosar/contracts';
import { until } from '@dosar/kernel/testing/waiting';
import { aFirm, aGateway, anUpload, type Gateway } from '../../testing/gateway';
import { oldWord } from '../../testing/old-word';
import { zipOf } from '../../testing/zip-builder';
import { InvoiceFields } from '../fields/invoice-fields.job';

const PAGE = join(__dirname, '../../../../scripts/docs/formats.md');
const DOCUMENTS = join(__dirname, '../../demo/documents/brutaria-2026-09');
const read = (name: string): Buffer => readFileSync(join(DOCUMENTS, name));
/** The first document of the demo with this ending. */
const shipped = (ending: string): Buffer =>
  read(readdirSync(DOCUMENTS).find((name) => extname(name) === `.${ending}`)!);

/** What a document with a password lies in: a container of sectors of 512 bytes, with the entry of what is locked. */
const locked = Buffer.alloc(4_096);
Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(locked);
locked.writeUInt16LE(9, 30);
locked.writeUInt32LE(1, 48);
Buffer.from('Root Entry', 'utf16le').copy(locked, 1_024);
Buffer.from('EncryptedPackage\0', 'utf16le').copy(locked, 1_024 + 128);

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const invoice = () => read('efactura_MB-29135.xml');
const slides = () =>
  zipOf([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: 'ppt/presentation.xml', data: '<p:presentation/>' },
    { name: 'ppt/slides/slide1.xml', data: '<p:sld><a:p><a:r><a:t>Vânzări</a:t></a:r></a:p></p:sld>' },
  ]);
const impress = () =>
  zipOf([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.presentation', method: 0 },
    {
      name: 'content.xml',
      data: '<o:d><office:body><office:presentation><draw:page><text:p>Vânzări</text:p></draw:page></office:presentation></office:body></o:d>',
    },
  ]);
const signed = () =>
  zipOf([
    { name: '4471.xml', data: invoice() },
    { name: 'semnatura_4471.xml', data: '<Signature/>' },
  ]);
const month = () => zipOf([{ name: 'luna/nota.txt', data: 'Plată în rate' }]);
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

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
  ['pptx', 'slides', slides, 'vânzări'],
  ['odp', 'slides', impress, 'vânzări'],
  ['xml', 'an e-Factura', invoice, 'MB-29135'],
  ['xml', 'other XML', () => Buffer.from('<declaratie cif="7" den="Filatura">Țesătoria</declaratie>'), 'filatura'],
  ['txt', 'a note', () => Buffer.from('Plată în două rate'), 'rate'],
  ['json', 'an export', () => Buffer.from('{"client":"Brutăria"}'), 'brutăria'],
  ['sql', 'an export', () => Buffer.from("INSERT INTO plati VALUES ('chirie');"), 'chirie'],
  ['jpg', 'a photo of a receipt', () => shipped('jpg'), null],
  ['png', 'a picture', () => dot, null],
  ['gif', 'a picture', () => gif, null],
  ['zip', 'documents of a month', month, 'rate'],
  ['zip', 'an e-Factura of SPV with its signature', signed, 'MB-29135'],
];
const WRONG: readonly Sample[] = [
  ['pdf', 'cut in half', () => half(read('Factură AV-23846 Electro.pdf')), null],
  ['pdf', 'nothing', () => Buffer.of(), null],
  ['pdf', 'a program', () => Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), null],
  ['docx', 'cut in half', () => half(shipped('docx')), null],
  ['docx', 'with a password', () => locked, null],
  ['odt', 'cut in half', () => half(shipped('odt')), null],
  ['rtf', 'no document', () => Buffer.from('Contract'), null],
  ['doc', 'no document', () => Buffer.from('Contract'), null],
  ['xlsx', 'cut in half', () => half(shipped('xlsx')), null],
  ['xlsx', 'with a password', () => locked, null],
  ['xls', 'no workbook', () => Buffer.from('Sold'), null],
  ['ods', 'cut in half', () => half(shipped('ods')), null],
  ['csv', 'with noughts', () => Buffer.from('a;b\n1;\0'), null],
  ['pptx', 'cut in half', () => half(slides()), null],
  ['odp', 'cut in half', () => half(impress()), null],
  [
    'xml',
    'an e-Factura with entities',
    () => Buffer.from(`<!DOCTYPE x [<!ENTITY a "b">]>${invoice().toString()}`),
    null,
  ],
  ['xml', 'a page of the web', () => Buffer.from('<html><script>alert(1)</script></html>'), null],
  ['json', 'a program', () => Buffer.from('#!/bin/sh\nrm -rf /'), null],
  ['sql', 'with noughts', () => Buffer.from('INSERT\0'), null],
  ['jpg', 'a text', () => Buffer.from('nu e o poză'), null],
  ['png', 'a JPEG', () => shipped('jpg'), null],
  ['zip', 'cut in half', () => half(month()), null],
  ['zip', 'with a password', () => zipOf([{ name: 'a.txt', data: 'x', flags: 1 }]), null],
];

type Found = { readonly results: readonly { readonly id: string; readonly contents: string }[] };
type Asked = { readonly kind: string; readonly why?: string };

let gateway: Gateway;
let firm: Awaited<ReturnType<typeof aFirm>>;
const stopping = new AbortController();
let working: Promise<void>;
beforeAll(async () => {
  gateway = await aGateway();
  firm = await aFirm(gateway);
  working = gateway.app.get(InvoiceFields).run(stopping.signal);
});
afterAll(async () => {
  stopping.abort();
  await working;
  await gateway.close();
});

const found = async (q: string): Promise<Found['results']> => {
  const { body } = await firm.accountantAsk('get', `/search?q=${encodeURIComponent(q)}&record=false`);
  return (body as Found).results;
};
const shownOf = async (id: string): Promise<string> => {
  const { kind, why } = (await firm.accountantAsk('get', `/files/${id}/preview`).expect(200)).body as Asked;
  return why ? `${kind}: ${why}` : kind;
};
const fieldsOf = async (id: string): Promise<DocumentFields | null> =>
  ((await firm.accountantAsk('get', `/files/${id}`).expect(200)).body as { file: File }).file.fields;

/** Uploads a sample under a name that nothing else has. @returns the file, or with which words it is refused */
const uploaded = async ([format, , bytes]: Sample, at: number): Promise<File | string> => {
  const name = `proba${at}x.${format}`;
  const { status, body } = await anUpload(firm.bakery.ask, name, bytes()).set('accept-language', 'en');
  if (status === 201) return (body as { file: File }).file;
  const { fields = {}, error } = body as { error: string; fields?: Record<string, string> };
  return Object.values(fields)[0] ?? error;
};

const rowOf = async ([format, what, , word]: Sample, file: File | string, at: number): Promise<string> => {
  const row = (...cells: readonly string[]) => `| ${[format, what, ...cells].join(' | ')} |`;
  if (typeof file === 'string') return row('–', '–', `refused: “${file}”`);
  const contentsOf = async () => (await found(`proba${at}x`)).find(({ id }) => id === file.id)?.contents ?? 'waiting';
  await until(async () => (await contentsOf()) !== 'waiting');
  const isFound = word !== null && (await found(word)).some(({ id }) => id === file.id);
  if (what.startsWith('an e-Factura') && word !== null) await until(async () => (await fieldsOf(file.id)) !== null);
  const fields = await fieldsOf(file.id);
  const said = fields ? `number ${fields.number}, date ${fields.date}, total ${fields.sum} ${fields.currency}` : '–';
  const type = file.mime_type === MIME_TYPES[format] ? '' : `, as ${file.mime_type}`;
  return row(`${await shownOf(file.id)}${type}`, isFound ? `by “${word}”` : await contentsOf(), said);
};

/** The table, as it stands in the documentation. */
const tableOf = async (): Promise<string> => {
  const samples = [...RIGHT, ...WRONG];
  const files: (File | string)[] = [];
  for (const [at, sample] of samples.entries()) files.push(await uploaded(sample, at));
  const rows: string[] = [];
  for (const [at, sample] of samples.entries()) rows.push(await rowOf(sample, files[at]!, at));
  return [
    '# What is shown, found and said of documents',
    '',
    'Written by `UPDATE=1 npx jest -c apps/gateway/jest.config.cjs files/texts/formats`, which uploads each to a server and fails',
    'where it differs. Shown: what the preview answers, with the reason where nothing can be; found: a word of the document in the',
    'search, else what the search says of its words; said: the fields that are filled in, or the words with which it is refused.',
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
    for (const [format, what, , word] of RIGHT)
      if (word !== null) expect(table).toMatch(new RegExp(`\\| ${format} \\| ${what} \\|.*by “${word}”`));
  }, 120_000);
});
