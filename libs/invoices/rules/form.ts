import { decimalOf, isLess, ZERO } from '../decimal';
import type { Adjustment, Invoice } from '../invoice';
import { COUNTRIES } from './codes';
import { eachLine, must, RIGHT, worst, type Finding, type Rule } from './rule';

type Find = Rule['find'];

const rule = (name: string, says: string, find: Find, of?: string): Rule => ({
  name,
  group: 'form',
  source: name.startsWith('XSD') ? 'schema' : 'en',
  says,
  ...(of !== undefined && { of }),
  find,
});

/** Something that every invoice says. */
const present = (name: string, of: string, textOf: (invoice: Invoice) => string): Rule =>
  rule(name, 'present', (invoice) => must(textOf(invoice) !== ''), of);

/** Something that every line says. */
const presentInLines = (name: string, of: string, textOf: (line: Invoice['lines'][number]) => string): Rule =>
  rule(
    name,
    'presentInLines',
    eachLine((line) => must(textOf(line) !== '')),
    of,
  );

const adjustmentsOf =
  (isCharge: boolean, find: (each: Adjustment) => Finding): Find =>
  ({ adjustments }) =>
    worst(adjustments.filter((each) => each.isCharge === isCharge).map(find));

const lineAdjustmentsOf = (isCharge: boolean, find: (each: Adjustment) => Finding): Find =>
  eachLine(({ adjustments }) => worst(adjustments.filter((each) => each.isCharge === isCharge).map(find)));

const hasReason = ({ reason, reasonCode }: Adjustment) => must(reason !== '' || reasonCode !== '');
const hasAmount = ({ amount }: Adjustment) => must(amount !== '');
const hasCategory = ({ category }: Adjustment) => must(category !== '');

const ADJUSTMENTS: readonly Rule[] = [
  rule('BR-31', 'adjustment', adjustmentsOf(false, hasAmount), 'amount'),
  rule('BR-32', 'adjustment', adjustmentsOf(false, hasCategory), 'category'),
  rule('BR-33', 'adjustment', adjustmentsOf(false, hasReason), 'reason'),
  rule('BR-36', 'adjustment', adjustmentsOf(true, hasAmount), 'amount'),
  rule('BR-37', 'adjustment', adjustmentsOf(true, hasCategory), 'category'),
  rule('BR-38', 'adjustment', adjustmentsOf(true, hasReason), 'reason'),
  rule('BR-41', 'lineAdjustment', lineAdjustmentsOf(false, hasAmount), 'amount'),
  rule('BR-42', 'lineAdjustment', lineAdjustmentsOf(false, hasReason), 'reason'),
  rule('BR-43', 'lineAdjustment', lineAdjustmentsOf(true, hasAmount), 'amount'),
  rule('BR-44', 'lineAdjustment', lineAdjustmentsOf(true, hasReason), 'reason'),
];

const places = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0);

/** Amounts have two places at most, said as `1000.000` or not. */
const decimals = (name: string, of: string, textsOf: (invoice: Invoice) => readonly string[]): Rule =>
  rule(
    name,
    'decimals',
    (invoice) =>
      worst(
        textsOf(invoice)
          .filter((each) => each !== '')
          .map((each) => must(places(each) <= 2)),
      ),
    of,
  );

const amounts = (isCharge: boolean, isOfLines: boolean) => (invoice: Invoice) =>
  (isOfLines ? invoice.lines.flatMap(({ adjustments }) => adjustments) : invoice.adjustments)
    .filter((each) => each.isCharge === isCharge)
    .flatMap(({ amount, base }) => [amount, base]);

const DECIMALS: readonly Rule[] = [
  decimals('BR-DEC-01', 'allowances', amounts(false, false)),
  decimals('BR-DEC-05', 'charges', amounts(true, false)),
  decimals('BR-DEC-09', 'lines', ({ written }) => [written.lines]),
  decimals('BR-DEC-10', 'allowanceTotal', ({ written }) => [written.allowances]),
  decimals('BR-DEC-11', 'chargeTotal', ({ written }) => [written.charges]),
  decimals('BR-DEC-12', 'exclusive', ({ written }) => [written.exclusive]),
  decimals('BR-DEC-13', 'vat', ({ written }) => [written.vat]),
  decimals('BR-DEC-14', 'inclusive', ({ written }) => [written.inclusive]),
  decimals('BR-DEC-15', 'vatAccounted', ({ written }) => [written.vatAccounted]),
  decimals('BR-DEC-16', 'prepaid', ({ written }) => [written.prepaid]),
  decimals('BR-DEC-17', 'rounding', ({ written }) => [written.rounding]),
  decimals('BR-DEC-18', 'payable', ({ written }) => [written.payable]),
  decimals('BR-DEC-19', 'taxable', ({ rates }) => rates.map(({ taxable }) => taxable)),
  decimals('BR-DEC-20', 'tax', ({ rates }) => rates.map(({ tax }) => tax)),
  decimals('BR-DEC-23', 'amount', ({ lines }) => lines.map(({ amount }) => amount)),
  decimals('BR-DEC-24', 'lineAllowances', amounts(false, true)),
  decimals('BR-DEC-27', 'lineCharges', amounts(true, true)),
];

/** A VAT number begins with the code of its country; ours may be written without RO only where it is no VAT number. */
const vatIds: Find = ({ supplier, buyer, representative }) =>
  worst(
    [supplier, buyer, representative]
      .map((each) => each?.vatId ?? '')
      .filter((each) => each !== '')
      .map((each) => must(COUNTRIES.has(each.slice(0, 2)))),
  );

const isNumber = (text: string) => text === '' || decimalOf(text) !== null;

/** What a program could not count with: another sign for the decimal point, groups of digits, words. */
const numbers: Find = ({ written, lines, rates, adjustments }) =>
  worst([
    ...Object.values(written).map((each) => must(isNumber(each))),
    ...[...rates.flatMap(({ taxable, tax, percent }) => [taxable, tax, percent])].map((each) => must(isNumber(each))),
    ...adjustments.map(({ amount }) => must(isNumber(amount))),
    ...lines.map(({ id, quantity, price, base, amount, percent }) =>
      [quantity, price, base, amount, percent].every(isNumber) ? RIGHT : ({ outcome: 'wrong', where: id } as const),
    ),
  ]);

const TRANSFERS = ['30', '58'];

const MORE: readonly Rule[] = [
  rule('BR-27', 'positivePrice', eachLine(priceOf)),
  rule('BR-29', 'period', ({ period }) => (period?.from && period.to ? must(period.from <= period.to) : null)),
  rule('BR-48', 'rateOfCategory', ({ rates }) =>
    worst(rates.map(({ category, percent }) => must(percent !== '' || category === 'O'))),
  ),
  rule('BR-52', 'attachment', ({ attachments }) => worst(attachments.map(({ id }) => must(id !== '')))),
  rule('BR-55', 'preceding', ({ preceding }) => worst(preceding.map(({ number }) => must(number !== '')))),
  rule('BR-57', 'deliveryCountry', ({ deliveryAddress }) => deliveryAddress && must(deliveryAddress.country !== '')),
  rule('BR-61', 'account', ({ payments }) =>
    worst(payments.filter(({ means }) => TRANSFERS.includes(means)).map(({ account }) => must(account !== ''))),
  ),
  rule('BR-CO-09', 'vatIds', vatIds),
  rule('BR-CO-25', 'due', ({ written, due, terms }) => {
    const sum = decimalOf(written.payable);
    return sum && isLess(ZERO, sum) ? must(due !== '' || terms !== '') : null;
  }),
  rule('BR-CO-26', 'sellerId', ({ supplier: { vatId, legalId, ids } }) =>
    must(vatId !== '' || legalId !== '' || ids.some((id) => id !== '')),
  ),
  rule('XSD', 'numbers', numbers),
];

function priceOf({ price }: Invoice['lines'][number]): Finding | null {
  const number = decimalOf(price);
  return number && must(!isLess(number, ZERO));
}

export const FORM: readonly Rule[] = [
  present('BR-01', 'customization', ({ customization }) => customization),
  present('BR-02', 'number', ({ number }) => number),
  present('BR-03', 'issued', ({ issued }) => issued),
  present('BR-04', 'typeCode', ({ typeCode }) => typeCode),
  present('BR-05', 'currency', ({ currency }) => currency),
  present('BR-06', 'supplierName', ({ supplier }) => supplier.legalName),
  present('BR-07', 'buyerName', ({ buyer }) => buyer.legalName),
  present('BR-09', 'supplierCountry', ({ supplier }) => supplier.address?.country ?? ''),
  present('BR-11', 'buyerCountry', ({ buyer }) => buyer.address?.country ?? ''),
  present('BR-12', 'lines', ({ written }) => written.lines),
  present('BR-13', 'exclusive', ({ written }) => written.exclusive),
  present('BR-14', 'inclusive', ({ written }) => written.inclusive),
  present('BR-15', 'payable', ({ written }) => written.payable),
  rule('BR-16', 'anyLine', ({ lines }) => must(lines.length > 0)),
  presentInLines('BR-21', 'id', ({ id }) => id),
  presentInLines('BR-22', 'quantity', ({ quantity }) => quantity),
  presentInLines('BR-23', 'unit', ({ unit }) => unit),
  presentInLines('BR-24', 'amount', ({ amount }) => amount),
  presentInLines('BR-25', 'item', ({ name }) => name),
  presentInLines('BR-26', 'price', ({ price }) => price),
  presentInLines('BR-CO-04', 'category', ({ category }) => category),
  ...ADJUSTMENTS,
  ...DECIMALS,
  ...MORE,
];
