import { anInvoice } from './an-invoice';
import { zipOf, type Made } from '../zip-builder';

/** What is called as it says; its bytes; and whether they come as an archive of SPV or as the invoice alone. */
export type HostileAnswer = readonly [what: string, bytes: () => Buffer, format: 'zip' | 'xml'];

const MB = 1024 * 1024;
const times = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at));
/** As SPV hands it out, with this in the place of the invoice. */
export const answer = (data: string | Buffer, signature: string | Buffer = '<Signature/>') =>
  zipOf([
    { name: '1.xml', data },
    { name: 'semnatura_1.xml', data: signature },
  ]);
const entities = (count: number, each: (at: number) => string) =>
  `<!DOCTYPE l [<!ENTITY l0 "ha">${times(count, (at) => `<!ENTITY l${at + 1} "${each(at)}">`).join('')}]>`;
const laughs = entities(20, (at) => `&l${at};`.repeat(10));

const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const ubl = (inside: string, head = '') => `${head}<Invoice xmlns="${UBL}">${inside}</Invoice>`;
const cii = (inside: string, head = '') =>
  `${head}<r:CrossIndustryInvoice xmlns:r="${CII}">${inside}</r:CrossIndustryInvoice>`;

/** What stands in an invoice of either form to be read for ever, or to be more than there is room for. */
const INSIDE: readonly (readonly [what: string, inside: () => string, head?: string])[] = [
  ['entities of entities', () => '&l20;', laughs],
  ['an entity that is itself', () => '&a;', '<!DOCTYPE l [<!ENTITY a "&a;">]>'],
  ['an entity from elsewhere', () => '&a;', '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]>'],
  ['an entity of the network', () => '&a;', '<!DOCTYPE l SYSTEM "http://127.0.0.1:9/a.dtd">'],
  ['entities of parameters', () => '', '<!DOCTYPE l [<!ENTITY % a "<!ENTITY b \'&#37;a;\'>">%a;]>'],
  ['elements, 100,000 deep', () => '<a>'.repeat(100_000)],
  ['elements, 100,000 deep and back', () => '<a>'.repeat(100_000) + '</a>'.repeat(100_000)],
  ['a million elements', () => '<a/>'.repeat(1_000_000)],
  ['a million lines', () => '<InvoiceLine/>'.repeat(1_000_000)],
  ['a million taxes', () => '<TaxTotal><TaxAmount currencyID="RON">1</TaxAmount></TaxTotal>'.repeat(150_000)],
  ['200,000 attributes', () => `<a ${times(200_000, (at) => `b${at}=""`).join(' ')}/>`],
  ['a number of ten million letters', () => `<ID>${'9'.repeat(10 * MB)}</ID>`],
  [
    'an amount of a million digits',
    () => `<LegalMonetaryTotal><PayableAmount>${'9'.repeat(MB)}</PayableAmount></LegalMonetaryTotal>`,
  ],
  [
    'an amount of a million places',
    () => `<LegalMonetaryTotal><PayableAmount>0.${'3'.repeat(MB)}</PayableAmount></LegalMonetaryTotal>`,
  ],
  [
    'a name of blanks',
    () =>
      `<AccountingSupplierParty><Party><PartyName><Name>${' \n'.repeat(5 * MB)}</Name></PartyName></Party></AccountingSupplierParty>`,
  ],
  ['an attribute of ten million letters', () => `<ID schemeID="${'x'.repeat(10 * MB)}">1</ID>`],
  ['remarks without end', () => '<!--'.repeat(MB)],
  ['instructions', () => '<?a?>'.repeat(MB)],
  ['letters by their numbers', () => `<ID>${'&#65;'.repeat(MB)}</ID>`],
  ['characters that are not read', () => `<ID>${'<![CDATA[a]]>'.repeat(300_000)}</ID>`],
  ['a name of a million letters', () => `<${'a'.repeat(MB)}/>`],
  [
    '15 MB of Base64',
    () => `<EmbeddedDocumentBinaryObject>${'QUJD'.repeat(4 * MB - 1_000)}</EmbeddedDocumentBinaryObject>`,
  ],
];
const FORMS: readonly HostileAnswer[] = INSIDE.flatMap(([what, inside, head]): readonly HostileAnswer[] => [
  [`UBL with ${what}`, () => Buffer.from(ubl(inside(), head)), 'xml'],
  [`CII with ${what}`, () => Buffer.from(cii(inside(), head)), 'xml'],
]);

const entries = (...names: readonly string[]) => names.map((name): Made => ({ name, data: anInvoice({}) }));
const ARCHIVES: readonly HostileAnswer[] = [
  ['an invoice that unpacks to 150 MB', () => answer(Buffer.alloc(150 * MB, 32)), 'zip'],
  ['a signature that unpacks to 150 MB', () => answer('<Invoice/>', Buffer.alloc(150 * MB, 32)), 'zip'],
  ['an archive of entities of entities', () => answer(ubl('&l20;', laughs)), 'zip'],
  ['an archive of 100,000 elements deep', () => answer('<a>'.repeat(100_000)), 'zip'],
  ['an attribute of 10 MB', () => answer(`<Invoice a="${'x'.repeat(10 * MB)}"/>`), 'zip'],
  ['an archive in its place', () => answer(answer('<Invoice/>')), 'zip'],
  ['20,000 entries', () => zipOf(times(20_000, (at) => ({ name: `${at}.xml`, data: '' }))), 'zip'],
  ['an archive that is cut off', () => answer(anInvoice({})).subarray(0, 200), 'zip'],
  ['no archive', () => Buffer.from('PK\u0003\u0004'), 'zip'],
  ['nothing', () => Buffer.of(), 'zip'],
  ['the signature of another one', () => zipOf(entries('1.xml', 'semnatura_2.xml')), 'zip'],
  ['two signatures', () => zipOf(entries('semnatura_1.xml', 'semnatura_1.xml')), 'zip'],
  ['a name that leads elsewhere', () => zipOf(entries('../1.xml', 'semnatura_1.xml')), 'zip'],
  [
    'a name of a million letters',
    () => zipOf(entries(`${'1'.repeat(60_000)}.xml`, `semnatura_${'1'.repeat(60_000)}.xml`)),
    'zip',
  ],
  [
    'an invoice that says another size',
    () => zipOf([{ name: '1.xml', data: anInvoice({}), size: 7 }, ...entries('semnatura_1.xml')]),
    'zip',
  ],
  [
    'a checksum that is wrong',
    () => zipOf([{ name: '1.xml', data: anInvoice({}), crc: 7 }, ...entries('semnatura_1.xml')]),
    'zip',
  ],
];

/** Invoices, and answers of SPV, that were made to break whoever fills in the fields of documents. */
export const hostileAnswers: readonly HostileAnswer[] = [...ARCHIVES, ...FORMS];
