import { replaced, set, within, without, type Change } from './changes';
import { inCii } from './in-cii';
import { AT_CLUJ, EUROS, exempt, OUTSIDE, WITHIN } from './right-samples';
import { SELLER, sampleOf, type Sample } from './samples';

const wrong = (rule: string, over: Partial<Sample>, ...changes: readonly Change[]) =>
  [rule, changes.reduce((xml, change) => change(xml), inCii(sampleOf(over)))] as const;

const SUMS = 'ram:SpecifiedTradeSettlementHeaderMonetarySummation';
const LINE = 'ram:IncludedSupplyChainTradeLineItem';
const SELLER_PARTY = 'ram:SellerTradeParty';
const ALLOWANCE: Partial<Sample> = { adjustments: [{ amount: '25.00' }] };
const CHARGE: Partial<Sample> = { adjustments: [{ isCharge: true, amount: '25.00' }] };

/** VAT by its rates, which stands in the settlement of the whole as in that of a line. */
const inRates =
  (change: Change): Change =>
  (xml) => {
    const at = xml.indexOf('<ram:ApplicableHeaderTradeSettlement>');
    return xml.slice(0, at) + within('ram:ApplicableTradeTax', change)(xml.slice(at));
  };

const sums = [
  wrong('BR-CO-10', {}, within(SUMS, set('ram:LineTotalAmount', '125.01'))),
  wrong('BR-CO-11', ALLOWANCE, set('ram:AllowanceTotalAmount', '24.99')),
  wrong('BR-CO-12', CHARGE, without('ram:ChargeTotalAmount')),
  wrong('BR-CO-13', {}, set('ram:TaxBasisTotalAmount', '124.99')),
  wrong('BR-CO-14', {}, set('ram:TaxTotalAmount', '26.26')),
  wrong('BR-CO-15', {}, set('ram:GrandTotalAmount', '151.26')),
  wrong('BR-CO-16', { prepaid: '50.00' }, set('ram:DuePayableAmount', '151.25')),
  wrong('BR-CO-17', {}, inRates(set('ram:CalculatedAmount', '27.26'))),
  wrong('lineAmounts', { lines: [{ quantity: '4', price: '25.00', amount: '90.00' }] }),
];

const vat = [
  wrong('BR-S-01', {}, inRates(set('ram:CategoryCode', 'E'))),
  wrong('BR-S-02', { supplier: { name: 'X', legalId: '1', ...AT_CLUJ } }),
  wrong('BR-S-05', {}, within(LINE, set('ram:RateApplicablePercent', '0'))),
  wrong('BR-S-08', {}, inRates(set('ram:BasisAmount', '126.00'))),
  wrong('BR-S-09', {}, inRates(set('ram:CalculatedAmount', '25.25'))),
  wrong('BR-S-10', { reasons: { S: 'Fără motiv' } }),
  wrong('BR-E-08', exempt('E'), inRates(set('ram:BasisAmount', '101.00'))),
  wrong('BR-E-09', exempt('E'), inRates(set('ram:CalculatedAmount', '1.00'))),
  wrong('BR-E-10', { ...exempt('E'), reasons: {} }),
  wrong('BR-AE-02', { ...exempt('AE'), buyer: { name: 'Y', ...AT_CLUJ } }),
  wrong('BR-IC-11', { ...WITHIN, delivered: '' }),
  wrong('BR-IC-12', { ...WITHIN, delivery: null }),
  wrong('BR-O-11', { ...OUTSIDE, lines: [...OUTSIDE.lines!, { quantity: '1', price: '1.00' }] }),
  wrong(
    'BR-CO-18',
    {},
    inRates(() => ''),
  ),
  wrong('BR-53', { ...EUROS, vatAccounted: '' }),
  // unlike in UBL, it is never the currency of the invoice
  wrong('BR-53', { taxCurrency: 'RON' }),
  wrong('BR-RO-030', { currency: 'EUR' }),
];

const form = [
  wrong('BR-01', { customization: '' }),
  wrong('BR-02', { number: '' }),
  wrong('BR-03', { issued: '' }),
  wrong('BR-04', { typeCode: '' }),
  wrong('BR-05', {}, without('ram:InvoiceCurrencyCode')),
  wrong('BR-06', { supplier: { name: '', trade: 'Moara', vatId: SELLER, ...AT_CLUJ } }),
  wrong('BR-09', { supplier: { name: 'X', vatId: SELLER, ...AT_CLUJ, country: '' } }),
  wrong('BR-12', {}, within(SUMS, without('ram:LineTotalAmount'))),
  wrong('BR-15', {}, without('ram:DuePayableAmount')),
  wrong('BR-16', {}, (xml) => xml.replace(new RegExp(`<${LINE}>.*</${LINE}>`, 's'), '')),
  wrong('BR-21', {}, without('ram:LineID')),
  wrong('BR-22', {}, without('ram:BilledQuantity')),
  wrong('BR-25', {}, within('ram:SpecifiedTradeProduct', without('ram:Name'))),
  wrong('BR-26', {}, without('ram:ChargeAmount')),
  wrong('BR-31', ALLOWANCE, without('ram:ActualAmount')),
  wrong('BR-33', ALLOWANCE, without('ram:Reason')),
  wrong('BR-38', CHARGE, without('ram:Reason')),
  wrong('BR-CO-04', {}, within(LINE, without('ram:CategoryCode'))),
  // a category of another tax is none of VAT
  wrong('BR-CO-04', {}, within(LINE, set('ram:TypeCode', 'EXC'))),
  wrong('BR-CO-09', { supplier: { name: 'X', vatId: '18547290', ...AT_CLUJ } }),
  wrong('BR-CO-25', { due: '' }),
  wrong('BR-CO-26', { supplier: { name: 'X', taxId: '18547290', ...AT_CLUJ } }),
  wrong('BR-DEC-12', {}, set('ram:TaxBasisTotalAmount', '125.000')),
  wrong('BR-61', { means: '30' }),
  wrong('XSD', {}, set('ram:DuePayableAmount', '151,25')),
];

const national = [
  wrong('BR-RO-001', { customization: 'urn:cen.eu:en16931:2017' }),
  wrong('BR-RO-010', { number: 'FC' }),
  wrong('BR-RO-020', { typeCode: '325' }),
  wrong('BR-RO-065', { supplier: { name: 'X', legalId: '18547290', ...AT_CLUJ } }),
  wrong('BR-RO-081', {}, within(SELLER_PARTY, without('ram:LineOne'))),
  wrong('BR-RO-110', {}, within(SELLER_PARTY, set('ram:CountrySubDivisionName', 'Cluj'))),
  wrong('BR-RO-DT001', {}, within('ram:IssueDateTime', replaced('20260901', '20260230'))),
  wrong('BR-RO-L155', { number: `1${'ț'.repeat(200)}` }),
];

const lists = [
  wrong('BR-CL-01', { typeCode: '999' }),
  wrong('BR-CL-04', { currency: 'LEI' }),
  wrong('BR-CL-05', { ...EUROS, taxCurrency: 'LEI' }),
  // the code that UBL has for it
  wrong('BR-CL-06', { period: ['2026-09-01', '2026-09-30', '432'] }, set('ram:DueDateTypeCode', '432')),
  wrong('BR-CL-14', { buyer: { name: 'Y', vatId: SELLER, ...AT_CLUJ, country: 'ROU' } }),
  wrong('BR-CL-16', { means: '999' }),
  wrong('BR-CL-17', {}, inRates(set('ram:CategoryCode', 'TVA'))),
  wrong('BR-CL-18', {}, within(LINE, set('ram:CategoryCode', 'TVA'))),
  wrong('BR-CL-19', { adjustments: [{ amount: '5.00', reasonCode: 'FC' }] }),
  wrong('BR-CL-20', { adjustments: [{ isCharge: true, amount: '5.00', reasonCode: '95' }] }),
  wrong('BR-CL-22', { ...exempt('E'), reasonCodes: { E: 'ART-292' } }),
  wrong('BR-CL-23', { lines: [{ quantity: '4', price: '25.00', unit: 'BUC' }] }),
  wrong('BR-CL-24', { attachment: 'JVBERi0xLjQK' }, replaced('application/pdf', 'application/zip')),
];

/** Invoices in CII with one mistake each, and the rule that finds it. */
export const WRONG_IN_CII: readonly (readonly [rule: string, xml: string])[] = [
  ...sums,
  ...vat,
  ...form,
  ...national,
  ...lists,
];

/** What the published rules for CII allow, or are not one about: never called wrong. */
export const DOUBTFUL_IN_CII: readonly (readonly [rule: string, outcome: 'right' | 'unknown', xml: string])[] = [
  ['BR-CO-17', 'right', inRates(set('ram:CalculatedAmount', '27.25'))(inCii(sampleOf()))],
  ['BR-S-08', 'unknown', inRates(set('ram:BasisAmount', '125.50'))(inCii(sampleOf()))],
  ['BR-E-08', 'unknown', inRates(set('ram:BasisAmount', '100.50'))(inCii(sampleOf(exempt('E'))))],
  ['BR-CO-15', 'right', without('ram:TaxTotalAmount')(inCii(sampleOf(OUTSIDE)))],
  ['BR-CL-04', 'unknown', inCii(sampleOf({ ...EUROS, currency: 'SLE' }))],
];
