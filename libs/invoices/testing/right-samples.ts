import { SELLER, sampleOf, type Sample, type SampleParty } from './samples';

export const AT_CLUJ = {
  street: 'Strada Fântânii 4',
  city: 'Cluj-Napoca',
  county: 'RO-CJ',
  zip: '400001',
  country: 'RO',
};
const ABROAD: SampleParty = {
  name: 'Mühle GmbH',
  vatId: 'DE123456789',
  street: 'Markt 1',
  city: 'Köln',
  country: 'DE',
};
/** A personal number with the right last digit, of nobody. */
export const CNP = '1800101221144';

export const exempt = (category: string): Partial<Sample> => ({
  lines: [{ quantity: '2', price: '50.00', category }],
  reasons: category === 'Z' ? {} : { [category]: 'Art. 292 din Codul fiscal' },
});

export const EUROS: Partial<Sample> = { currency: 'EUR', taxCurrency: 'RON', vatAccounted: '133.61' };
export const WITHIN: Partial<Sample> = {
  ...exempt('K'),
  buyer: ABROAD,
  delivered: '2026-09-01',
  delivery: { name: '', street: 'Markt 1', city: 'Köln', county: 'NW', country: 'DE' },
};
export const OUTSIDE: Partial<Sample> = {
  ...exempt('O'),
  supplier: { name: 'Ion Pop PFA', legalId: SELLER.slice(2), ...AT_CLUJ },
  buyer: { name: 'Ana Pop', legalId: '0000000000000', ...AT_CLUJ },
};
export const AGENT: SampleParty = { name: 'Agent Fiscal SRL', trade: 'Agent Fiscal SRL', vatId: SELLER, ...AT_CLUJ };

const BUCHAREST = { street: 'Strada Morii 12', city: 'SECTOR3', county: 'RO-B', country: 'RO' };
const lines = (...all: Sample['lines']): Partial<Sample> => ({ lines: all });
const to = (buyer: Partial<SampleParty>): Partial<Sample> => ({ buyer: { name: 'Ana Pop', ...AT_CLUJ, ...buyer } });

/** Invoices that the rules allow, as many kinds as people send. */
const KINDS: Readonly<Record<string, Partial<Sample>>> = {
  'of one line': {},
  'of many lines': lines(...Array.from({ length: 40 }, (_, at) => ({ quantity: String(at + 1), price: '3.17' }))),
  'of several rates': lines(
    { quantity: '1', price: '100.00' },
    { quantity: '3', price: '9.99', percent: '11' },
    { quantity: '2', price: '0.07', percent: '9' },
  ),
  'exempt, with the reason': exempt('E'),
  'of reverse charge': exempt('AE'),
  'at zero': exempt('Z'),
  'within the Union': WITHIN,
  'of an export': {
    ...exempt('G'),
    buyer: { name: 'Mill Ltd', legalId: 'US-99', street: '1 Mill St', city: 'Reno', country: 'US' },
  },
  'outside of VAT': OUTSIDE,
  'partly exempt': {
    lines: [
      { quantity: '1', price: '10.00' },
      { quantity: '1', price: '20.00', category: 'E' },
    ],
    reasons: { E: 'Art. 292' },
  },
  'in euro, with VAT in lei': EUROS,
  'in dollars to somebody abroad': { ...EUROS, currency: 'USD', buyer: ABROAD },
  'a credit note': { isCredit: true },
  'a corrected one': { typeCode: '384', preceding: 'FC-0999' },
  'of oneself': { typeCode: '389' },
  'for information': { typeCode: '751' },
  'to a person who gives no number': to({ legalId: '0000000000000' }),
  'to a person by the number': to({ legalId: CNP }),
  'to somebody who pays no VAT': to({ taxId: '14399840' }),
  'with an allowance on a line': lines({ quantity: '4', price: '25.00', adjustments: [{ amount: '10.00' }] }),
  'with a charge on a line': lines({
    quantity: '4',
    price: '25.00',
    adjustments: [{ isCharge: true, amount: '3.50' }],
  }),
  'with an allowance on the whole': { adjustments: [{ amount: '25.00' }] },
  'with a charge on the whole': { adjustments: [{ isCharge: true, amount: '15.00', reason: 'Transport' }] },
  'with an allowance by its code': { adjustments: [{ amount: '5.00', reasonCode: '95' }] },
  'with a charge by its code': { adjustments: [{ isCharge: true, amount: '2.00', reasonCode: 'FC' }] },
  'exempt, with the code of the reason': { ...exempt('E'), reasonCodes: { E: 'VATEX-EU-132-1G' } },
  'of kilograms, hours and palettes': lines(
    { quantity: '2', price: '3.00', unit: 'KGM' },
    { quantity: '1', price: '3.00', unit: 'HUR' },
    { quantity: '1', price: '3.00', unit: 'XPX' },
  ),
  'of a currency that is newer than the list': { ...EUROS, currency: 'SLE' },
  'with both': { adjustments: [{ amount: '5.00' }, { isCharge: true, amount: '2.00', reason: 'Transport' }] },
  'paid in part': { prepaid: '50.00' },
  'rounded to whole lei': { rounding: '-0.25' },
  'with nothing left to pay': { prepaid: '151.25', due: '' },
  'with a price of twelve places': lines({ quantity: '3', price: '333.333333333333' }),
  'with a price of forty places': lines({ quantity: '3', price: `0.${'3'.repeat(40)}` }),
  'with a sign and no zero': lines({ quantity: '+2', price: '.50', amount: '+1.00' }),
  'with a point at the end': lines({ quantity: '2.', price: '10.' }),
  'with a price for a hundred': lines({ quantity: '250', price: '40.00', base: '100' }),
  'with parts of pieces': lines({ quantity: '0.333', price: '99.99' }),
  'that takes back': lines({ quantity: '-10', price: '12.50' }),
  'that takes back more than it sells': lines({ quantity: '1', price: '10.00' }, { quantity: '-3', price: '10.00' }),
  'from Bucharest': { supplier: { name: 'Moara Veche SRL', vatId: SELLER, ...BUCHAREST } },
  'by a representative': { representative: AGENT, supplier: { ...ABROAD, vatId: 'RO18547290' } },
  'with a place of delivery': { delivery: { name: '', ...AT_CLUJ } },
  'of a month': { period: ['2026-08-01', '2026-08-31'] },
  'of which VAT is due when it is paid': { period: ['2026-08-01', '2026-08-31', '432'] },
  'paid by transfer': { means: '30', account: 'RO49AAAA1B31007593840000' },
  'paid in cash': { means: '10' },
  'with twenty notes': { notes: Array.from({ length: 20 }, (_, at) => `Nota ${at + 1}`) },
  'with terms and no day': { due: '', terms: 'La livrare' },
  'with an attachment': { attachment: 'JVBERi0xLjQK' },
  'with names of many letters': {
    supplier: { name: 'Ț'.repeat(200), vatId: SELLER, ...AT_CLUJ },
    number: `1${'A'.repeat(199)}`,
  },
};

export const RIGHT: readonly (readonly [what: string, sample: Sample])[] = Object.entries(KINDS).map(
  ([what, over]) => [what, sampleOf(over)] as const,
);
