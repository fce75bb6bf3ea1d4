import {
  absolute,
  decimalOf,
  isLess,
  isZero,
  minus,
  plus,
  quotient,
  rounded,
  sumOf,
  times,
  textOfDecimal,
  ZERO,
  type Decimal,
} from '../decimal';
import type { Adjustment, Invoice, InvoiceLine, Total, VatRate } from '../invoice';
import { must, near, same, UNKNOWN, worst, WRONG, type Finding, type Rule } from './rule';

const ONE: Decimal = { units: 1n, places: 0 };
const HUNDREDTH: Decimal = { units: 1n, places: 2 };

const known = (text: string): Decimal | null => (text === '' ? ZERO : decimalOf(text));
const cents = (number: Decimal | null): Decimal | null => number && rounded(number, 2);
const total = ({ written }: Invoice, name: Total | 'vat'): Decimal | null => decimalOf(written[name]);
const sumOfTexts = (texts: readonly string[]): Decimal | null => sumOf(texts.map(decimalOf));

/** Charges less allowances. */
export const balanceOf = (adjustments: readonly Adjustment[]): Decimal | null =>
  sumOf(
    adjustments.map(({ isCharge, amount }) => {
      const number = decimalOf(amount);
      return number && { ...number, units: isCharge ? number.units : -number.units };
    }),
  );

/** The sum of what is taken off or put on the whole; without any it need not be said. */
const adjusted = (name: 'allowances' | 'charges') => (invoice: Invoice) => {
  const own = invoice.adjustments.filter(({ isCharge }) => isCharge === (name === 'charges'));
  if (invoice.written[name] === '') return own.length === 0 ? null : WRONG;
  return same(total(invoice, name), cents(sumOfTexts(own.map(({ amount }) => amount))));
};

const exclusive = (invoice: Invoice): Finding => {
  const lines = total(invoice, 'lines');
  const charges = known(invoice.written.charges);
  const allowances = known(invoice.written.allowances);
  if (!lines || !charges || !allowances) return UNKNOWN;
  return same(total(invoice, 'exclusive'), cents(minus(plus(lines, charges), allowances)));
};

const inclusive = (invoice: Invoice): Finding => {
  // in CII an invoice without VAT need not sum it up
  if (invoice.syntax === 'cii' && invoice.vatTotals === 0) {
    const finding = same(total(invoice, 'inclusive'), total(invoice, 'exclusive'));
    if (finding.outcome === 'right') return finding;
  }
  if (invoice.vatTotals !== 1) return invoice.written.vat === '' || invoice.currency === '' ? UNKNOWN : WRONG;
  const without = total(invoice, 'exclusive');
  const vat = total(invoice, 'vat');
  return same(total(invoice, 'inclusive'), without && vat && cents(plus(without, vat)));
};

const payable = (invoice: Invoice): Finding => {
  const all = total(invoice, 'inclusive');
  const prepaid = known(invoice.written.prepaid);
  const rounding = known(invoice.written.rounding);
  return same(total(invoice, 'payable'), all && prepaid && rounding && cents(plus(minus(all, prepaid), rounding)));
};

/** What VAT comes to: the rules allow less than one of the currency beside it. */
export const taxOf = ({ taxable, tax, percent }: VatRate): Finding => {
  const rate = known(percent);
  const found = decimalOf(tax);
  const base = decimalOf(taxable);
  if (!rate || !found) return UNKNOWN;
  if (isZero(rounded(rate, 0))) return must(isZero(rounded(found, 0)));
  const expected = base && cents(times(times(absolute(base), rate), HUNDREDTH));
  return near(absolute(found), expected, ONE);
};

/** BR-CO-17 of CII, unlike BR-S-09 and that of UBL, allows the one itself. */
const taxToOne = (rate: VatRate): Finding => {
  const finding = taxOf(rate);
  const { outcome, told } = finding;
  const found = told && decimalOf(told.found);
  const expected = told && decimalOf(told.expected);
  if (outcome !== 'wrong' || !found || !expected) return finding;
  return isZero(minus(absolute(minus(found, expected)), ONE)) ? { ...finding, outcome: 'right' } : finding;
};

/** The price as it is written may be a rounded one, which a large quantity makes much of: that is not called wrong. */
const lineAmount = (line: InvoiceLine): Finding => {
  const [quantity, price, base, found] = [line.quantity, line.price, line.base || '1', line.amount].map(decimalOf);
  const more = balanceOf(line.adjustments);
  const gross = quantity && price && base ? quotient(times(quantity, price), base) : null;
  if (!found || !gross || !more || !quantity || !price || !base) return UNKNOWN;
  const expected = rounded(plus(gross, more), 2);
  const finding = same(found, expected);
  const away = absolute(minus(found, expected));
  if (!isLess(HUNDREDTH, away)) return { outcome: 'right' };
  const half: Decimal = { units: 5n, places: Math.max(price.places, 2) + 1 };
  const slack = quotient(times(absolute(quantity), half), absolute(base)) ?? ZERO;
  const told = { found: textOfDecimal(found), expected: textOfDecimal(expected) };
  return isLess(plus(slack, HUNDREDTH), away) ? finding : { outcome: 'unknown', told };
};

/** Not a rule of the state's: what an accountant counts again. */
export const lineAmounts = (invoice: Invoice): Finding | null =>
  worst(
    invoice.lines.map((line) => {
      const finding = lineAmount(line);
      return finding.outcome === 'right' ? finding : { ...finding, where: line.id };
    }),
  );

const rule = (name: string, says: string, find: Rule['find']): Rule => ({
  name,
  group: 'sums',
  source: 'en',
  says,
  find,
});

export const SUMS: readonly Rule[] = [
  rule('BR-CO-10', 'lineSum', (invoice) =>
    same(total(invoice, 'lines'), cents(sumOfTexts(invoice.lines.map(({ amount }) => amount)))),
  ),
  rule('BR-CO-11', 'allowances', adjusted('allowances')),
  rule('BR-CO-12', 'charges', adjusted('charges')),
  rule('BR-CO-13', 'exclusive', exclusive),
  rule('BR-CO-14', 'vatSum', (invoice) =>
    invoice.rates.length === 0
      ? null
      : same(total(invoice, 'vat'), cents(sumOfTexts(invoice.rates.map(({ tax }) => tax)))),
  ),
  rule('BR-CO-15', 'inclusive', inclusive),
  rule('BR-CO-16', 'payable', payable),
  rule('BR-CO-17', 'vatRates', ({ syntax, rates }) => worst(rates.map(syntax === 'cii' ? taxToOne : taxOf))),
];
