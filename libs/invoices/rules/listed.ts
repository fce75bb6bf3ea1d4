import type { Invoice } from '../invoice';
import { LISTS, type CodeList } from './lists';
import { RIGHT, worst, type Finding, type Rule } from './rule';

type Coded = { readonly code: string; readonly where?: string };

/** Codes that are written, each of which stands in its list. */
const listed = (
  name: string,
  of: string,
  listOf: CodeList | ((invoice: Invoice) => CodeList),
  codesOf: (invoice: Invoice) => readonly Coded[],
): Rule => ({
  name,
  group: 'form',
  source: 'lists',
  says: 'listed',
  of,
  find: (invoice) => {
    const { codes, newer } = typeof listOf === 'function' ? listOf(invoice) : listOf;
    return worst(
      codesOf(invoice)
        .filter(({ code }) => code !== '')
        .map((each): Finding => {
          if (codes.has(each.code)) return RIGHT;
          return { ...each, outcome: newer.has(each.code) ? 'unknown' : 'wrong' };
        }),
    );
  },
});

const coded = (codes: readonly (string | undefined)[]): readonly Coded[] => codes.map((code) => ({ code: code ?? '' }));

const reasons = (isCharge: boolean) => (invoice: Invoice) => [
  ...coded(invoice.adjustments.filter((each) => each.isCharge === isCharge).map(({ reasonCode }) => reasonCode)),
  ...invoice.lines.flatMap(({ id, adjustments }) =>
    adjustments
      .filter((each) => each.isCharge === isCharge)
      .map(({ reasonCode }): Coded => ({ code: reasonCode, where: id })),
  ),
];

const typesOf = ({ syntax, isCredit }: Invoice): CodeList => {
  if (syntax === 'cii') return LISTS.documents;
  return isCredit ? LISTS.creditNotes : LISTS.invoices;
};

/** Lists of codes, as ANAF's own check has them. */
export const LISTED: readonly Rule[] = [
  listed('BR-CL-01', 'typeCode', typesOf, ({ typeCode }) => coded([typeCode])),
  listed('BR-CL-04', 'currency', LISTS.currencies, ({ currency }) => coded([currency])),
  listed('BR-CL-05', 'taxCurrency', LISTS.currencies, ({ taxCurrency }) => coded([taxCurrency])),
  listed(
    'BR-CL-06',
    'taxPoint',
    ({ syntax }) => LISTS.taxPoints[syntax],
    ({ period }) => coded([period?.code]),
  ),
  listed('BR-CL-14', 'country', LISTS.countries, ({ supplier, buyer, representative, deliveryAddress }) =>
    coded([supplier.address, buyer.address, representative?.address, deliveryAddress].map((each) => each?.country)),
  ),
  listed('BR-CL-16', 'means', LISTS.means, ({ payments }) => coded(payments.map(({ means }) => means))),
  listed('BR-CL-17', 'category', LISTS.categories, ({ rates, adjustments }) =>
    coded([...rates, ...adjustments].map(({ category }) => category)),
  ),
  listed('BR-CL-18', 'lineCategory', LISTS.categories, ({ lines }) =>
    lines.map(({ id, category }) => ({ code: category, where: id })),
  ),
  listed('BR-CL-19', 'allowanceReason', LISTS.allowances, reasons(false)),
  listed('BR-CL-20', 'chargeReason', LISTS.charges, reasons(true)),
  listed('BR-CL-22', 'exemptionReason', LISTS.exemptions, ({ rates }) =>
    coded(rates.map(({ reasonCode }) => reasonCode.toUpperCase())),
  ),
  listed('BR-CL-23', 'unit', LISTS.units, ({ lines }) => lines.map(({ id, unit }) => ({ code: unit, where: id }))),
  listed('BR-CL-24', 'mimeType', LISTS.mimeTypes, ({ attachments }) =>
    coded(attachments.map(({ mimeType }) => mimeType)),
  ),
];
