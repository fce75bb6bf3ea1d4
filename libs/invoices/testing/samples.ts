import { decimalOf, minus, plus, quotient, rounded, sumOf, textOfDecimal, times, type Decimal } from '../decimal';

/** An invoice to be written in UBL or in CII; what it comes to is counted from its lines. */
export type SampleParty = {
  readonly name: string;
  readonly trade?: string;
  readonly vatId?: string;
  readonly taxId?: string;
  readonly legalId?: string;
  readonly id?: string;
  readonly street?: string;
  readonly city?: string;
  readonly county?: string;
  readonly zip?: string;
  readonly country?: string;
};
export type SampleAdjustment = {
  readonly isCharge?: boolean;
  readonly amount: string;
  readonly reason?: string;
  readonly reasonCode?: string;
  readonly category?: string;
  readonly percent?: string;
};
export type SampleLine = {
  readonly id?: string;
  readonly name?: string;
  readonly quantity: string;
  readonly unit?: string;
  readonly price: string;
  readonly base?: string;
  readonly amount?: string;
  readonly category?: string;
  readonly percent?: string;
  readonly adjustments?: readonly SampleAdjustment[];
};
export type Sample = {
  readonly isCredit: boolean;
  readonly customization: string;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly typeCode: string;
  readonly currency: string;
  readonly taxCurrency: string;
  readonly vatAccounted: string;
  readonly supplier: SampleParty;
  readonly buyer: SampleParty;
  readonly representative: SampleParty | null;
  readonly notes: readonly string[];
  readonly terms: string;
  readonly means: string;
  readonly account: string;
  readonly preceding: string;
  readonly delivered: string;
  readonly delivery: SampleParty | null;
  readonly period: readonly [from: string, to: string, taxPoint?: string] | null;
  readonly adjustments: readonly SampleAdjustment[];
  readonly lines: readonly SampleLine[];
  readonly reasons: Readonly<Record<string, string>>;
  readonly reasonCodes: Readonly<Record<string, string>>;
  readonly prepaid: string;
  readonly rounding: string;
  readonly attachment: string;
};

/** Numbers whose last digits are right. */
export const SELLER = 'RO18547290';
export const BUYER = 'RO14399840';

const AT = { street: 'Strada Fântânii 4', city: 'Cluj-Napoca', county: 'RO-CJ', zip: '400001', country: 'RO' };

export const sampleOf = (over: Partial<Sample> = {}): Sample => ({
  isCredit: false,
  customization: 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1',
  number: 'FC-1001',
  issued: '2026-09-01',
  due: '2026-10-01',
  typeCode: over.isCredit ? '381' : '380',
  currency: 'RON',
  taxCurrency: '',
  vatAccounted: '',
  supplier: { name: 'Moara Veche SRL', vatId: SELLER, legalId: 'J12/1234/2015', ...AT },
  buyer: { name: 'Brutăria Nouă SRL', vatId: BUYER, ...AT },
  representative: null,
  notes: [],
  terms: '',
  means: '',
  account: '',
  preceding: '',
  delivered: '',
  delivery: null,
  period: null,
  adjustments: [],
  lines: [{ quantity: '10', price: '12.50' }],
  reasons: {},
  reasonCodes: {},
  prepaid: '',
  rounding: '',
  attachment: '',
  ...over,
});

const number = (text: string): Decimal => decimalOf(text)!;
const written = (value: Decimal): string => textOfDecimal(rounded(value, 2));
const balance = (all: readonly SampleAdjustment[]): Decimal =>
  sumOf(all.map(({ isCharge, amount }) => number(isCharge ? amount : amount.replace(/^(?=[^-])/, '-'))))!;

export const amountOf = ({ amount, quantity, price, base = '1', adjustments = [] }: SampleLine): string =>
  amount ?? written(plus(quotient(times(number(quantity), number(price)), number(base))!, balance(adjustments)));

const groupOf = ({ category = 'S', percent = '21' }: { category?: string; percent?: string }) =>
  category === 'O' ? 'O ' : `${category} ${category === 'S' ? percent : '0'}`;

export type SampleRate = {
  readonly category: string;
  readonly percent: string;
  readonly taxable: string;
  readonly tax: string;
};

/** What the sample comes to. */
export const sumsOf = ({ lines, adjustments, prepaid, rounding }: Sample) => {
  const groups = new Map<string, Decimal>();
  const add = (group: string, more: Decimal) => void groups.set(group, plus(groups.get(group) ?? number('0'), more));
  for (const line of lines) add(groupOf(line), number(amountOf(line)));
  for (const each of adjustments) add(groupOf(each), balance([each]));
  const rates: readonly SampleRate[] = [...groups].map(([group, taxable]) => {
    const [category = '', percent = ''] = group.split(' ');
    const tax = rounded(times(times(taxable, number(percent || '0')), number('0.01')), 2);
    return { category, percent, taxable: written(taxable), tax: written(tax) };
  });
  const total = sumOf(lines.map((line) => number(amountOf(line))))!;
  const exclusive = plus(total, balance(adjustments));
  const vat = sumOf(rates.map(({ tax }) => number(tax)))!;
  const inclusive = plus(exclusive, vat);
  const payable = plus(minus(inclusive, number(prepaid || '0')), number(rounding || '0'));
  const sumIf = (isCharge: boolean) => {
    const own = adjustments.filter((each) => (each.isCharge ?? false) === isCharge);
    return own.length === 0 ? '' : written(sumOf(own.map(({ amount }) => number(amount)))!);
  };
  return {
    rates,
    lines: written(total),
    allowances: sumIf(false),
    charges: sumIf(true),
    exclusive: written(exclusive),
    vat: written(vat),
    inclusive: written(inclusive),
    payable: written(payable),
  };
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** An element; nothing for one without a text. */
export const leaf = (name: string, text: string | undefined, attributes = ''): string =>
  text ? `<${name}${attributes && ` ${attributes}`}>${escaped(text)}</${name}>` : '';
export const group = (name: string, ...parts: readonly string[]): string => {
  const inside = parts.join('');
  return inside && `<${name}>${inside}</${name}>`;
};
