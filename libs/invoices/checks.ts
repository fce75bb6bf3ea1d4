import { hasCuiCheckDigit } from '@dosar/contracts';
import type { Invoice, Total } from './invoice';

export type CheckName =
  | 'client'
  | 'supplierCui'
  | 'buyerCui'
  | 'lineAmounts'
  | 'lineSum'
  | 'exclusive'
  | 'vatRates'
  | 'vatSum'
  | 'inclusive'
  | 'payable'
  | 'month'
  | 'national';

/** `unknown`: what it needs is not said. `told`: what was found and what was expected, in hundredths. */
export type Check = {
  readonly name: CheckName;
  readonly outcome: 'right' | 'wrong' | 'unknown';
  readonly told?: { readonly found: number; readonly expected: number };
};

/** What is known of the place where the invoice lies; null where it is not. */
export type Place = { readonly clientCui: string | null; readonly month: string | null };

/** Of sums of rounded amounts, so many hundredths are no mistake. */
const ROUNDING = 1;

const digits = (cui: string) => cui.replace(/^RO/i, '').replace(/[\s.-]/g, '');

const outcomeOf = (isRight: boolean | null): Check['outcome'] =>
  isRight === null ? 'unknown' : isRight ? 'right' : 'wrong';

const same = (name: CheckName, found: number | null, expected: number | null): Check => {
  if (found === null || expected === null) return { name, outcome: 'unknown' };
  const isRight = Math.abs(found - expected) <= ROUNDING;
  return { name, outcome: outcomeOf(isRight), ...(!isRight && { told: { found, expected } }) };
};

const cuiCheck = (name: CheckName, cui: string): Check => {
  // companies of other countries have other numbers
  const isRomanian = /^(?:RO)?[\d .-]+$/i.test(cui);
  return { name, outcome: outcomeOf(isRomanian ? hasCuiCheckDigit(digits(cui)) : null) };
};

const sum = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>((all, each) => (all === null || each === null ? null : all + each), 0);

/** The first amount that is not what it must be, or the sums of them. */
const each = (name: CheckName, pairs: readonly (readonly [number | null, number | null])[]): Check =>
  pairs.map(([found, expected]) => same(name, found, expected)).find(({ outcome }) => outcome === 'wrong') ??
  (pairs.some(([found, expected]) => found === null || expected === null)
    ? { name, outcome: 'unknown' }
    : { name, outcome: 'right' });

const percentOf = (taxable: number | null, percent: string): number | null => {
  const rate = percent === '' ? NaN : Number(percent);
  return taxable === null || Number.isNaN(rate) ? null : Math.round((taxable * rate) / 100);
};

/** What an accountant would count again, and whether the invoice belongs where it lies. */
export const checksOf = (invoice: Invoice, { clientCui, month }: Place): readonly Check[] => {
  const { lines, rates, vat, totals, supplier, buyer } = invoice;
  const or0 = (name: Total) => totals[name] ?? 0;
  const plus = (to: number | null, more: number) => (to === null ? null : to + more);
  const parties = [digits(supplier.cui), digits(buyer.cui)];
  return [
    { name: 'client', outcome: outcomeOf(clientCui === null ? null : parties.includes(digits(clientCui))) },
    cuiCheck('supplierCui', supplier.cui),
    cuiCheck('buyerCui', buyer.cui),
    each(
      'lineAmounts',
      lines.map(({ amount, expected }) => [amount, expected] as const),
    ),
    same('lineSum', totals.lines, sum(lines.map(({ amount }) => amount))),
    same('exclusive', totals.exclusive, plus(totals.lines, or0('charges') - or0('allowances'))),
    each(
      'vatRates',
      rates.map(({ taxable, tax, percent }) => [tax, percentOf(taxable, percent)] as const),
    ),
    same('vatSum', vat, sum(rates.map(({ tax }) => tax))),
    same('inclusive', totals.inclusive, plus(totals.exclusive, vat ?? 0)),
    same('payable', totals.payable, plus(totals.inclusive, or0('rounding') - or0('prepaid'))),
    {
      name: 'month',
      outcome: outcomeOf(month === null || invoice.issued === '' ? null : invoice.issued.startsWith(month)),
    },
    { name: 'national', outcome: outcomeOf(invoice.customization.includes('efactura.mfinante.ro:CIUS-RO')) },
  ];
};
