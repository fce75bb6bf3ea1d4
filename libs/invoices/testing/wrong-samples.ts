import { replaced, set, within, without, type Change } from './changes';
import { inUbl } from './in-ubl';
import { AGENT, AT_CLUJ, EUROS, exempt, OUTSIDE, WITHIN } from './right-samples';
import { SELLER, sampleOf, type Sample, type SampleLine } from './samples';

const wrong = (rule: string, over: Partial<Sample>, ...changes: readonly Change[]) =>
  [rule, changes.reduce((xml, change) => change(xml), inUbl(sampleOf(over)))] as const;

const SUMS = 'cac:LegalMonetaryTotal';
const VAT = 'cac:TaxTotal';
const SUBTOTAL = 'cac:TaxSubtotal';
const LINE = 'cac:InvoiceLine';
const SUPPLIER = 'cac:AccountingSupplierParty';
const CUSTOMER = 'cac:AccountingCustomerParty';
const DELIVERY = 'cac:Delivery';
const REPRESENTATIVE = 'cac:TaxRepresentativeParty';
const ALLOWANCE: Partial<Sample> = { adjustments: [{ amount: '25.00' }] };
const CHARGE: Partial<Sample> = { adjustments: [{ isCharge: true, amount: '25.00' }] };
const line = (over: Partial<SampleLine>): Partial<Sample> => ({ lines: [{ quantity: '4', price: '25.00', ...over }] });
const ON_LINE = line({ adjustments: [{ amount: '10.00' }] });
const CHARGED = line({ adjustments: [{ isCharge: true, amount: '10.00' }] });

const sums = [
  wrong('BR-CO-10', {}, within(SUMS, set('cbc:LineExtensionAmount', '125.01'))),
  wrong('BR-CO-11', ALLOWANCE, within(SUMS, set('cbc:AllowanceTotalAmount', '24.99'))),
  wrong('BR-CO-11', ALLOWANCE, without('cbc:AllowanceTotalAmount')),
  wrong('BR-CO-12', CHARGE, within(SUMS, set('cbc:ChargeTotalAmount', '26.00'))),
  wrong('BR-CO-13', {}, set('cbc:TaxExclusiveAmount', '124.99')),
  wrong('BR-CO-14', {}, replaced('<cbc:TaxAmount currencyID="RON">26.25', '<cbc:TaxAmount currencyID="RON">26.26')),
  wrong('BR-CO-15', {}, set('cbc:TaxInclusiveAmount', '151.26')),
  wrong(
    'BR-CO-15',
    {},
    replaced(
      '<cac:LegalMonetaryTotal>',
      '<cac:TaxTotal><cbc:TaxAmount currencyID="RON">26.25</cbc:TaxAmount></cac:TaxTotal><cac:LegalMonetaryTotal>',
    ),
  ),
  wrong('BR-CO-16', { prepaid: '50.00' }, set('cbc:PayableAmount', '151.25')),
  wrong('BR-CO-16', {}, set('cbc:PayableAmount', '151.00')),
  wrong('BR-CO-17', {}, within(SUBTOTAL, set('cbc:TaxAmount', '27.25'))),
  wrong('lineAmounts', { lines: [{ quantity: '3', price: '333.333333333333', amount: '900.00' }] }),
  wrong('lineAmounts', { lines: [{ quantity: '+3', price: '.50', amount: '2.00' }] }),
  wrong('lineAmounts', line({ amount: '90.00' })),
];

const byCategory = (['Z', 'E', 'AE', 'K', 'G', 'O'] as const).flatMap((category) => {
  const name = category === 'K' ? 'IC' : category;
  const over = category === 'O' ? OUTSIDE : category === 'K' ? WITHIN : exempt(category);
  const percent = '<cac:TaxScheme>';
  return [
    wrong(`BR-${name}-01`, over, within(SUBTOTAL, replaced(`<cbc:ID>${category}<`, '<cbc:ID>S<'))),
    category === 'O'
      ? wrong(`BR-${name}-02`, { ...over, supplier: { name: 'X', vatId: SELLER, ...AT_CLUJ } })
      : wrong(`BR-${name}-02`, { ...over, supplier: { name: 'X', legalId: '1', ...AT_CLUJ } }),
    category === 'O'
      ? wrong(`BR-${name}-05`, over, within(LINE, replaced(percent, `<cbc:Percent>0</cbc:Percent>${percent}`)))
      : wrong(`BR-${name}-05`, over, within(LINE, set('cbc:Percent', '21'))),
    wrong(`BR-${name}-08`, over, within(SUBTOTAL, set('cbc:TaxableAmount', '100.01'))),
    wrong(`BR-${name}-09`, over, within(SUBTOTAL, set('cbc:TaxAmount', '1.00'))),
    category === 'Z'
      ? wrong(`BR-${name}-10`, { ...over, reasons: { Z: 'Scutit' } })
      : wrong(`BR-${name}-10`, { ...over, reasons: {} }),
  ];
});

const vat = [
  wrong('BR-S-01', {}, within(SUBTOTAL, replaced('<cbc:ID>S<', '<cbc:ID>E<'))),
  wrong('BR-S-02', { supplier: { name: 'X', legalId: '1', ...AT_CLUJ } }),
  wrong('BR-S-05', {}, within(LINE, set('cbc:Percent', '0'))),
  wrong('BR-S-08', {}, within(SUBTOTAL, set('cbc:TaxableAmount', '126.00'))),
  wrong('BR-S-08', {}, within(LINE, set('cbc:Percent', '11'))),
  wrong('BR-S-09', {}, within(SUBTOTAL, set('cbc:TaxAmount', '25.25'))),
  wrong('BR-S-10', { reasons: { S: 'Fără motiv' } }),
  ...byCategory,
  wrong('BR-AE-02', { ...exempt('AE'), buyer: { name: 'Y', ...AT_CLUJ } }),
  wrong('BR-IC-02', { ...WITHIN, buyer: { name: 'Y', country: 'DE' } }),
  wrong('BR-IC-11', { ...WITHIN, delivered: '' }),
  wrong('BR-IC-12', { ...WITHIN, delivery: null }),
  wrong('BR-O-11', { ...OUTSIDE, lines: [...OUTSIDE.lines!, { quantity: '1', price: '1.00' }] }),
  wrong('BR-O-12', { ...OUTSIDE, lines: [...OUTSIDE.lines!, { quantity: '1', price: '1.00' }] }),
  wrong(
    'BR-CO-18',
    {},
    within(SUBTOTAL, () => ''),
  ),
  wrong('BR-53', { ...EUROS, vatAccounted: '' }),
  wrong('BR-RO-030', { currency: 'EUR' }),
  wrong('BR-RO-030', { currency: 'EUR', taxCurrency: 'EUR' }),
];

const form = [
  wrong('BR-01', {}, without('cbc:CustomizationID')),
  wrong('BR-02', { number: '' }),
  wrong('BR-03', { issued: '' }),
  wrong('BR-04', { typeCode: '' }),
  wrong('BR-05', {}, without('cbc:DocumentCurrencyCode')),
  wrong('BR-06', { supplier: { name: '', trade: 'Moara', vatId: SELLER, ...AT_CLUJ } }),
  wrong('BR-07', { buyer: { name: '', vatId: SELLER, ...AT_CLUJ } }),
  wrong('BR-09', {}, within(SUPPLIER, without('cbc:IdentificationCode'))),
  wrong('BR-11', {}, within(CUSTOMER, without('cbc:IdentificationCode'))),
  wrong('BR-12', {}, within(SUMS, without('cbc:LineExtensionAmount'))),
  wrong('BR-13', {}, without('cbc:TaxExclusiveAmount')),
  wrong('BR-14', {}, without('cbc:TaxInclusiveAmount')),
  wrong('BR-15', {}, without('cbc:PayableAmount')),
  wrong('BR-16', { lines: [] }),
  wrong('BR-21', {}, within(LINE, replaced('<cbc:ID>1</cbc:ID>', ''))),
  wrong('BR-22', {}, without('cbc:InvoicedQuantity')),
  wrong('BR-23', line({ unit: '' })),
  wrong('BR-24', {}, within(LINE, without('cbc:LineExtensionAmount'))),
  wrong('BR-25', {}, within('cac:Item', without('cbc:Name'))),
  wrong('BR-26', {}, without('cbc:PriceAmount')),
  wrong('BR-27', line({ price: '-25.00' })),
  wrong('BR-29', { period: ['2026-09-30', '2026-09-01'] }),
  wrong('BR-31', ALLOWANCE, within('cac:AllowanceCharge', without('cbc:Amount'))),
  wrong('BR-32', ALLOWANCE, within('cac:AllowanceCharge', replaced('<cbc:ID>S</cbc:ID>', ''))),
  wrong('BR-33', ALLOWANCE, without('cbc:AllowanceChargeReason')),
  wrong('BR-36', CHARGE, within('cac:AllowanceCharge', without('cbc:Amount'))),
  wrong('BR-37', CHARGE, within('cac:AllowanceCharge', replaced('<cbc:ID>S</cbc:ID>', ''))),
  wrong('BR-38', CHARGE, without('cbc:AllowanceChargeReason')),
  wrong('BR-41', ON_LINE, within('cac:AllowanceCharge', without('cbc:Amount'))),
  wrong('BR-42', ON_LINE, without('cbc:AllowanceChargeReason')),
  wrong('BR-43', CHARGED, within('cac:AllowanceCharge', without('cbc:Amount'))),
  wrong('BR-44', CHARGED, without('cbc:AllowanceChargeReason')),
  wrong('BR-48', {}, within(SUBTOTAL, without('cbc:Percent'))),
  wrong('BR-52', { attachment: 'JVBERi0xLjQK' }, replaced('<cbc:ID>anexa-1</cbc:ID>', '')),
  wrong('BR-55', { preceding: 'FC-1' }, replaced('<cbc:ID>FC-1</cbc:ID>', '')),
  wrong('BR-57', { delivery: { name: '', ...AT_CLUJ, country: '' } }),
  wrong('BR-61', { means: '30' }),
  wrong('BR-CO-04', {}, within(LINE, replaced('<cbc:ID>S</cbc:ID>', ''))),
  wrong('BR-CO-09', { supplier: { name: 'X', vatId: '18547290', ...AT_CLUJ } }),
  wrong('BR-CO-25', { due: '' }),
  wrong('BR-CO-26', { supplier: { name: 'X', taxId: '18547290', ...AT_CLUJ } }),
  wrong('XSD', {}, set('cbc:PayableAmount', '151,25')),
  wrong('XSD', {}, set('cbc:PriceAmount', 'douăsprezece')),
];

const THREE = (tag: string) => (xml: string) => xml.replace(new RegExp(`(<${tag}(?: [^>]*)?>[^<]+)(?=<)`, 'g'), '$10');
const decimals = [
  wrong('BR-DEC-01', ALLOWANCE, within('cac:AllowanceCharge', THREE('cbc:Amount'))),
  wrong('BR-DEC-05', CHARGE, within('cac:AllowanceCharge', THREE('cbc:Amount'))),
  wrong('BR-DEC-09', {}, within(SUMS, THREE('cbc:LineExtensionAmount'))),
  wrong('BR-DEC-10', ALLOWANCE, THREE('cbc:AllowanceTotalAmount')),
  wrong('BR-DEC-11', CHARGE, THREE('cbc:ChargeTotalAmount')),
  wrong('BR-DEC-12', {}, THREE('cbc:TaxExclusiveAmount')),
  wrong('BR-DEC-13', {}, within(VAT, THREE('cbc:TaxAmount'))),
  wrong('BR-DEC-14', {}, THREE('cbc:TaxInclusiveAmount')),
  wrong('BR-DEC-15', { ...EUROS, vatAccounted: '133.611' }),
  wrong('BR-DEC-16', { prepaid: '50.000' }),
  wrong('BR-DEC-17', { rounding: '-0.250' }),
  wrong('BR-DEC-18', {}, THREE('cbc:PayableAmount')),
  wrong('BR-DEC-19', {}, THREE('cbc:TaxableAmount')),
  wrong('BR-DEC-20', {}, within(SUBTOTAL, THREE('cbc:TaxAmount'))),
  wrong('BR-DEC-23', line({ amount: '100.000' })),
  wrong('BR-DEC-24', line({ adjustments: [{ amount: '10.000' }] })),
  wrong('BR-DEC-27', line({ adjustments: [{ isCharge: true, amount: '10.000' }] })),
];

const BUCHAREST = { street: 'Strada Morii 12', city: 'București', county: 'RO-B', country: 'RO' };
const CITIES: readonly (readonly [whose: string, over: Partial<Sample>])[] = [
  [SUPPLIER, {}],
  [CUSTOMER, {}],
  [REPRESENTATIVE, { representative: AGENT }],
  [DELIVERY, { delivery: { name: '', ...AT_CLUJ } }],
];
const byAddress = (tag: string, names: readonly string[], change: (tag: string) => Change) =>
  names.map((name, at) => wrong(name, CITIES[at]![1], within(CITIES[at]![0], change(tag))));

const addresses = [
  ...byAddress('cbc:StreetName', ['BR-RO-081', 'BR-RO-082', 'BR-RO-140', 'BR-RO-180'], without),
  ...byAddress('cbc:CityName', ['BR-RO-091', 'BR-RO-092', 'BR-RO-150', 'BR-RO-201'], without),
  ...byAddress('cbc:CountrySubentity', ['BR-RO-110', 'BR-RO-111', 'BR-RO-170', 'BR-RO-212'], (tag) => set(tag, 'Cluj')),
  wrong('BR-RO-211', { delivery: { name: '', ...AT_CLUJ, county: '' } }),
  wrong('BR-RO-100', { supplier: { name: 'X', vatId: SELLER, ...BUCHAREST } }),
  wrong('BR-RO-101', { buyer: { name: 'Y', vatId: SELLER, ...BUCHAREST } }),
  wrong('BR-RO-160', { representative: { ...AGENT, ...BUCHAREST } }),
  wrong('BR-RO-202', { delivery: { name: '', ...BUCHAREST } }),
];

const long = (letters: number) => 'ț'.repeat(letters + 1);
const lengths = [
  wrong('BR-RO-L155', { number: `1${long(200)}` }),
  wrong('BR-RO-L156', { preceding: long(200) }),
  wrong('BR-RO-L201', { supplier: { name: long(200), vatId: SELLER, ...AT_CLUJ } }),
  wrong('BR-RO-L203', { buyer: { name: long(200), vatId: SELLER, ...AT_CLUJ } }),
  ...byAddress('cbc:StreetName', ['BR-RO-L151', 'BR-RO-L152'], (tag) => set(tag, long(150))),
  ...byAddress('cbc:CityName', ['BR-RO-L0501', 'BR-RO-L0502'], (tag) => set(tag, long(50))),
  ...byAddress('cbc:PostalZone', ['BR-RO-L0201', 'BR-RO-L0202'], (tag) => set(tag, long(20))),
  wrong('BR-RO-L301', { terms: long(300) }),
  wrong('BR-RO-L302', { notes: ['scurt', long(300)] }),
  wrong('BR-RO-L0308', { attachment: 'JVBERi0xLjQK' }, replaced('anexa-1', long(200))),
  wrong(
    'BR-RO-L1020',
    { attachment: 'JVBERi0xLjQK' },
    replaced('anexa-1</cbc:ID>', `a</cbc:ID><cbc:DocumentDescription>${long(100)}</cbc:DocumentDescription>`),
  ),
  wrong('BR-RO-L1024', line({ name: long(100) })),
  wrong('BR-RO-L212', {}, replaced('<cac:Item>', `<cac:Item><cbc:Description>${long(200)}</cbc:Description>`)),
  wrong('BR-RO-L303', {}, replaced('<cac:InvoiceLine>', `<cac:InvoiceLine><cbc:Note>${long(300)}</cbc:Note>`)),
];

const national = [
  wrong('BR-RO-001', { customization: 'urn:cen.eu:en16931:2017' }),
  wrong('BR-RO-001', { customization: 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:2.0' }),
  wrong('BR-RO-010', { number: 'FC' }),
  wrong('BR-RO-020', { typeCode: '325' }),
  wrong('BR-RO-020', { isCredit: true, typeCode: '380' }),
  wrong('BR-RO-040', { period: ['2026-09-01', '2026-09-30', '99'] }),
  wrong('BR-RO-065', { supplier: { name: 'X', legalId: '18547290', ...AT_CLUJ } }),
  wrong('BR-RO-120', { buyer: { name: 'Y', ...AT_CLUJ } }),
  wrong('BR-RO-A020', { notes: Array.from({ length: 21 }, (_, at) => `Nota ${at}`) }),
  wrong('BR-RO-DT001', { issued: '01.09.2026' }),
  wrong('BR-RO-DT001', { issued: '2026-02-30' }),
  wrong('BR-RO-DT003', { due: '2026-13-01' }),
  wrong('supplierCui', { supplier: { name: 'X', vatId: 'RO18547291', ...AT_CLUJ } }),
  wrong('buyerCui', { buyer: { name: 'Y', legalId: '1800101221145', ...AT_CLUJ } }),
];

const lists = [
  wrong('BR-CL-01', { typeCode: '999' }),
  wrong('BR-CL-01', { isCredit: true, typeCode: '380' }),
  wrong('BR-CL-04', { currency: 'LEI' }),
  wrong('BR-CL-05', { ...EUROS, taxCurrency: 'LEI' }),
  wrong('BR-CL-06', { period: ['2026-09-01', '2026-09-30', '72'] }),
  wrong('BR-CL-14', { buyer: { name: 'Y', vatId: SELLER, ...AT_CLUJ, country: 'ROU' } }),
  wrong('BR-CL-14', { delivery: { name: '', ...AT_CLUJ, country: 'EL' } }),
  wrong('BR-CL-16', { means: '999' }),
  wrong('BR-CL-17', {}, within(SUBTOTAL, replaced('<cbc:ID>S<', '<cbc:ID>TVA<'))),
  wrong('BR-CL-18', {}, within(LINE, replaced('<cbc:ID>S<', '<cbc:ID>TVA<'))),
  wrong('BR-CL-19', { adjustments: [{ amount: '5.00', reasonCode: 'FC' }] }),
  wrong('BR-CL-20', { adjustments: [{ isCharge: true, amount: '5.00', reasonCode: '95' }] }),
  wrong('BR-CL-22', { ...exempt('E'), reasonCodes: { E: 'ART-292' } }),
  wrong('BR-CL-23', line({ unit: 'BUC' })),
  wrong('BR-CL-24', { attachment: 'JVBERi0xLjQK' }, replaced('application/pdf', 'application/zip')),
];

/** Invoices with one mistake each, and the rule that finds it. */
export const WRONG: readonly (readonly [rule: string, xml: string])[] = [
  ...sums,
  ...vat,
  ...form,
  ...decimals,
  ...addresses,
  ...lengths,
  ...national,
  ...lists,
];
