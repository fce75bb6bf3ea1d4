import { decimalOf, isLess, isZero, plus, textOfDecimal, ZERO, type Decimal } from '../decimal';
import type { Invoice, VatRate } from '../invoice';
import { isNational } from '../who';
import { must, near, RIGHT, same, UNKNOWN, worst, WRONG, type Finding, type Rule } from './rule';
import { balanceOf, taxOf } from './sums';

/** The categories of VAT by their codes, and how the rules are called that are about each. */
const CATEGORIES = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' } as const;
type Category = keyof typeof CATEGORIES;

const ONE: Decimal = { units: 1n, places: 0 };

const taxed = ({ lines, adjustments }: Invoice) => [
  ...lines.map(({ category, percent, id }) => ({ category, percent, where: id })),
  ...adjustments.map(({ category, rate }) => ({ category, percent: rate, where: '' })),
];

const ratesOf = ({ rates }: Invoice, category: Category) => rates.filter((each) => each.category === category);

/** What is taxed so stands in the breakdown, and the other way round. */
const breakdown = (category: Category) => (invoice: Invoice) => {
  const isUsed = taxed(invoice).some((each) => each.category === category);
  const rates = ratesOf(invoice, category).length;
  if (!isUsed && rates === 0) return null;
  return category === 'S' ? must(isUsed && rates > 0) : must(rates === 1);
};

/** Who sells, and for some categories who buys, is known to the tax office; outside of VAT neither is. */
const parties = (category: Category) => (invoice: Invoice) => {
  if (!taxed(invoice).some((each) => each.category === category)) return null;
  const { supplier, buyer, representative } = invoice;
  const agent = representative?.vatId ?? '';
  const seller = category === 'K' || category === 'G' ? supplier.vatId : supplier.vatId || supplier.taxId;
  if (category === 'O') return must(supplier.vatId === '' && agent === '' && buyer.vatId === '');
  if (seller === '' && agent === '') return WRONG;
  if (category === 'K') return must(buyer.vatId !== '');
  return category === 'AE' ? must(buyer.vatId !== '' || buyer.legalId !== '') : RIGHT;
};

const rate = (category: Category) => (invoice: Invoice) =>
  worst(
    taxed(invoice)
      .filter((each) => each.category === category)
      .map(({ percent, where }): Finding => {
        const finding = percentOf(category, percent);
        return finding.outcome === 'right' || where === '' ? finding : { ...finding, where };
      }),
  );

const percentOf = (category: Category, percent: string): Finding => {
  if (category === 'O') return must(percent === '');
  if (percent === '') return WRONG;
  const number = decimalOf(percent);
  if (!number) return UNKNOWN;
  return must(category === 'S' ? isLess(ZERO, number) : isZero(number));
};

/** A rate however it is written: 21 and 21.00 are one. */
const rateKey = (category: Category, percent: string): string => {
  const number = category === 'S' ? decimalOf(percent) : ZERO;
  return number ? textOfDecimal(number) : percent;
};

/** What is taxed by each rate of a category: its lines, with what is taken off the whole and put on it. */
const taxedBy = (category: Category, { lines, adjustments }: Invoice): ReadonlyMap<string, Decimal | null> => {
  const sums = new Map<string, Decimal | null>();
  const add = (percent: string, more: Decimal | null) => {
    const key = rateKey(category, percent);
    const sum = sums.has(key) ? sums.get(key) : ZERO;
    sums.set(key, sum && more ? plus(sum, more) : null);
  };
  for (const each of lines) if (each.category === category) add(each.percent, decimalOf(each.amount));
  for (const each of adjustments) if (each.category === category) add(each.rate, balanceOf([each]));
  return sums;
};

/** The published rules for CII are not one about less than one of the currency: that is neither right nor wrong. */
const allowing = (finding: Finding, nearly: Finding): Finding =>
  finding.outcome === 'wrong' && nearly.outcome === 'right' ? { ...finding, outcome: 'unknown' } : finding;

const taxable = (category: Category) => (invoice: Invoice) => {
  const sums = taxedBy(category, invoice);
  return worst(
    ratesOf(invoice, category).map((own): Finding => {
      const found = decimalOf(own.taxable);
      const expected = sums.get(rateKey(category, own.percent));
      const isOwn = category === 'S' && expected === undefined;
      if (isOwn) return WRONG;
      if (category === 'S' && invoice.syntax === 'ubl') return near(found, expected ?? null, ONE);
      const finding = same(found, expected === undefined ? ZERO : expected);
      return invoice.syntax === 'cii' ? allowing(finding, near(found, expected ?? ZERO, ONE)) : finding;
    }),
  );
};

const tax = (category: Category) => (invoice: Invoice) =>
  worst(ratesOf(invoice, category).map((own) => (category === 'S' ? taxOf(own) : same(decimalOf(own.tax), ZERO))));

/** Why no VAT is due is said where none is, and only there. */
const reason = (category: Category) => (invoice: Invoice) => {
  const hasReason = (own: VatRate) => own.reason !== '' || own.reasonCode !== '';
  const isDue = category === 'S' || category === 'Z';
  return worst(ratesOf(invoice, category).map((own) => must(hasReason(own) !== isDue)));
};

const SUFFIXES = [
  { suffix: '01', says: 'breakdown', find: breakdown },
  { suffix: '02', says: 'taxParties', find: parties },
  { suffix: '05', says: 'rate', find: rate },
  { suffix: '08', says: 'taxable', find: taxable },
  { suffix: '09', says: 'tax', find: tax },
  { suffix: '10', says: 'reason', find: reason },
] as const;

const rule = (name: string, says: string, find: Rule['find']): Rule => ({
  name,
  group: 'vat',
  source: name.startsWith('BR-RO') ? 'ro' : 'en',
  says,
  find,
});

const byCategory = (Object.keys(CATEGORIES) as Category[]).flatMap((category) =>
  SUFFIXES.map(({ suffix, says, find }): Rule => ({
    ...rule(`BR-${CATEGORIES[category]}-${suffix}`, says, find(category)),
    of: category,
  })),
);

const hasOnly = (isAlone: (invoice: Invoice) => boolean) => (invoice: Invoice) =>
  ratesOf(invoice, 'O').length === 0 ? null : must(isAlone(invoice));

const isWithin = (isSo: (invoice: Invoice) => boolean) => (invoice: Invoice) =>
  ratesOf(invoice, 'K').length === 0 ? null : must(isSo(invoice));

export const VAT: readonly Rule[] = [
  ...byCategory,
  rule(
    'BR-IC-11',
    'within',
    isWithin(({ delivered, period }) => delivered !== '' || period !== null),
  ),
  rule(
    'BR-IC-12',
    'withinCountry',
    isWithin(({ deliveryAddress }) => (deliveryAddress?.country ?? '') !== ''),
  ),
  rule(
    'BR-O-11',
    'onlyOutside',
    hasOnly(({ rates }) => rates.every(({ category }) => category === 'O')),
  ),
  rule(
    'BR-O-12',
    'onlyOutsideLines',
    hasOnly((invoice) => taxed(invoice).every(({ category }) => category === 'O' || category === '')),
  ),
  rule('BR-CO-18', 'anyRate', ({ rates }) => must(rates.length > 0)),
  rule('BR-53', 'accounted', ({ syntax, taxCurrency, currency, vatTotals, written }) => {
    if (taxCurrency === '') return null;
    if (syntax === 'cii' && taxCurrency === currency) return WRONG;
    return must(taxCurrency === currency ? vatTotals > 0 : written.vatAccounted !== '');
  }),
  rule('BR-RO-030', 'lei', (invoice) =>
    isNational(invoice) && invoice.currency !== ''
      ? must(invoice.currency === 'RON' || invoice.taxCurrency === 'RON')
      : null,
  ),
];
