import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { checksOf } from './checks';
import { readInvoice } from './read-invoice';
import { inCii } from './testing/in-cii';
import { inUbl } from './testing/in-ubl';
import { AT_CLUJ, EUROS, RIGHT } from './testing/right-samples';
import { sampleOf } from './testing/samples';

const AV = readFileSync(
  join(__dirname, '../../apps/gateway/demo/documents/brutaria-2026-09/efactura_AV-23846.xml'),
  'utf8',
);

describe('an invoice in UBL', () => {
  it('says who sold what to whom, and for how much', () => {
    const invoice = readInvoice(AV)!;
    expect(invoice).toMatchObject({
      number: 'AV-23846',
      issued: '2026-09-07',
      due: '2026-09-22',
      typeCode: '380',
      currency: 'RON',
      supplier: { name: 'Electro Făgăraș SRL', cui: 'RO298161319' },
      buyer: { name: 'Brutăria Țărănească SRL', cui: 'RO455780134' },
      totals: { exclusive: 5_888_808, inclusive: 7_125_458, payable: 7_125_458, prepaid: null },
      rates: [{ percent: '21', taxable: '58888.08', tax: '12366.50' }],
    });
    expect(invoice.lines[0]).toMatchObject({ name: 'ambalaje hârtie', quantity: '28', amount: '12508.16' });
  });

  it.each([
    ['the VAT in lei of foreign currency', EUROS, { vat: 2625, written: { vat: '26.25', vatAccounted: '133.61' } }],
    ['what it corrects', { typeCode: '384', preceding: 'FC-9' }, { preceding: [{ number: 'FC-9', issued: '' }] }],
    [
      'why no VAT is due',
      { lines: [{ quantity: '1', price: '1', category: 'E' }], reasons: { E: 'Art. 292' } },
      { rates: [{ category: 'E', reason: 'Art. 292' }] },
    ],
    [
      'what is taken off a line',
      { lines: [{ quantity: '1', price: '9', adjustments: [{ amount: '2.00', reason: 'Fidelitate' }] }] },
      { lines: [{ adjustments: [{ isCharge: false, amount: '2.00', reason: 'Fidelitate' }] }] },
    ],
    [
      'a number that is not that of the trade register',
      { buyer: { name: 'X', legalId: 'J12/1234/2015', taxId: '14399840', ...AT_CLUJ } },
      { buyer: { cui: '14399840', legalId: 'J12/1234/2015' } },
    ],
    [
      'its attachments',
      { attachment: 'JVBERi0xLjQK' },
      { attachments: [{ name: 'Anexa 1.pdf', mimeType: 'application/pdf', base64: 'JVBERi0xLjQK' }] },
    ],
  ] as const)('says %s', (_, over, expected) => expect(readInvoice(inUbl(sampleOf(over)))).toMatchObject(expected));
});

describe('an invoice in CII', () => {
  /** What only one of the two can say. */
  const alike = (xml: string) => {
    const { syntax, vatTotals, period, isCredit, ...rest } = readInvoice(xml)!;
    return { ...rest, from: period?.from };
  };
  const both = RIGHT.filter(([, { isCredit }]) => !isCredit);

  it.each(both)('%s says the same as in UBL', (_, sample) =>
    expect(alike(inCii(sample))).toEqual(alike(inUbl(sample))),
  );
});

describe('an invoice as programs write it', () => {
  it.each([
    ['with a mark of its encoding', `\ufeff${AV}`],
    ['with a line before its declaration', `\r\n ${AV}`],
    [
      'with other prefixes',
      AV.replaceAll('cbc:', 'a:')
        .replaceAll('cac:', 'b:')
        .replace('xmlns:cbc', 'xmlns:a')
        .replace('xmlns:cac', 'xmlns:b'),
    ],
    ['with comments and CDATA', AV.replace('<cbc:ID>AV-23846', '<!-- nr --><cbc:ID><![CDATA[AV-]]>23846')],
  ])('%s is read', (_, xml) => expect(readInvoice(xml)).toEqual(readInvoice(AV)));
});

describe('other XML', () => {
  it.each([
    ['of another kind', '<declaratie/>'],
    ['of the same names without their namespace', '<Invoice><ID>1</ID></Invoice>'],
    [
      'of the namespace of another document',
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"/>',
    ],
    ['that is broken', '<Invoice'],
    ['that is nothing', ''],
    ['of a document type', '<!DOCTYPE x><x/>'],
    ['of entities', '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><x>&a;&c;</x>'],
    [
      'of entities that grow',
      `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(99)}"><!ENTITY c "${'&a;'.repeat(99)}">]><x>&c;</x>`,
    ],
  ])('%s is no invoice', (_, xml) => expect(readInvoice(xml)).toBeNull());
});

describe('an invoice that would take too much', () => {
  const within = (inside: string) => inUbl(sampleOf()).replace('</Invoice>', `${inside}</Invoice>`);

  it.each([
    ['of elements', within('<a/>'.repeat(200_001))],
    ['of depth', within(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)],
    ['of attributes', within(`<a ${Array.from({ length: 500_001 }, (_, at) => `b${at}=""`).join(' ')}/>`)],
  ])('%s is none', (_, xml) => expect(readInvoice(xml)).toBeNull());
});

describe('an invoice that somebody has spoilt', () => {
  const NOWHERE = { clientCui: '18547290', month: '2026-09' };
  const odd = fc.constantFrom(
    '',
    '<',
    '>',
    '&',
    '"',
    '&#0;',
    '\u0000',
    ']]>',
    '<!--',
    '<a>',
    '</cbc:ID>',
    '9'.repeat(600),
    '-',
    'NaN',
  );
  const texts = RIGHT.flatMap(([, sample]) => [inUbl(sample), inCii(sample)]);

  it('is none, or has its checks', () =>
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), fc.nat(40), odd, (xml, at, length, more) => {
        const from = at % xml.length;
        const invoice = readInvoice(xml.slice(0, from) + more + xml.slice(from + length));
        if (invoice) expect(checksOf(invoice, NOWHERE).length).toBeGreaterThan(50);
      }),
      { numRuns: 300, seed: 20261126 },
    ));

  it('has no checks that take longer for each line and each rate', () => {
    const lines = Array.from({ length: 4_000 }, (_, at) => ({ quantity: '1', price: '1.00', percent: `${at}.5` }));
    const invoice = readInvoice(inUbl(sampleOf({ lines })))!;
    const began = process.cpuUsage();
    expect(checksOf(invoice, NOWHERE).find(({ name }) => name === 'BR-S-08')).toMatchObject({ outcome: 'right' });
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  });
});
