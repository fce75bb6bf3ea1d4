import type { Invoice, Party } from './invoice';
import { FORM } from './rules/form';
import { LISTED } from './rules/listed';
import { NATIONAL } from './rules/national';
import type { Finding, Outcome, Rule } from './rules/rule';
import { lineAmounts, SUMS } from './rules/sums';
import { VAT } from './rules/vat';
import { digitsOf, hasRightNumber, isNational, whoIs, type Who } from './who';

export const RULES: readonly Rule[] = [...SUMS, ...VAT, ...FORM, ...LISTED, ...NATIONAL];

/** What is counted and compared here, beside the rules of the state. */
export const OWN_CHECKS = ['client', 'month', 'supplierCui', 'buyerCui', 'lineAmounts', 'national'] as const;

/** What was found of an invoice: by a name of our own, or by that of a rule. */
export type Check = Finding & {
  readonly name: string;
  readonly group: Rule['group'] | 'place';
  /** What it says: a key of the catalogues, and what is put into the sentence. */
  readonly says: string;
  readonly of?: string;
  readonly most?: number;
  readonly who?: Who;
};

/** What is known of the place where the invoice lies; null where it is not. */
export type Place = { readonly clientCui: string | null; readonly month: string | null };

const outcomeOf = (isRight: boolean | null): Outcome => (isRight === null ? 'unknown' : isRight ? 'right' : 'wrong');

const own = (name: (typeof OWN_CHECKS)[number], isRight: boolean | null): Check => ({
  name,
  group: 'place',
  says: name,
  outcome: outcomeOf(isRight),
});

const number = (name: 'supplierCui' | 'buyerCui', party: Party): Check => ({
  ...own(name, hasRightNumber(party)),
  who: whoIs(party),
});

const isOfClient = ({ supplier, buyer }: Invoice, clientCui: string | null): boolean | null => {
  if (clientCui === null) return null;
  const parties = [supplier, buyer].map(({ cui }) => digitsOf(cui));
  if (parties.includes(digitsOf(clientCui))) return true;
  return parties.includes('') ? null : false;
};

/** Whose it is and where it lies. */
const placeChecks = (invoice: Invoice, { clientCui, month }: Place): readonly Check[] => [
  own('client', isOfClient(invoice, clientCui)),
  ...(month === null ? [] : [own('month', invoice.issued === '' ? null : invoice.issued.startsWith(month))]),
  number('supplierCui', invoice.supplier),
  number('buyerCui', invoice.buyer),
];

const found = (invoice: Invoice, { name, group, says, of, most, find }: Rule): readonly Check[] => {
  const finding = find(invoice);
  if (!finding) return [];
  return [{ ...finding, name, group, says, ...(of !== undefined && { of }), ...(most !== undefined && { most }) }];
};

/** Whether the national rules are about it at all: of an invoice from abroad only others know. */
const national = (invoice: Invoice): readonly Check[] =>
  isNational(invoice) ? [] : [{ ...own('national', null), group: 'form' }];

/** What an accountant would look at: whose it is, what it comes to, and whether it is as the rules have it. */
export const checksOf = (invoice: Invoice, place: Place): readonly Check[] => {
  const lines = lineAmounts(invoice);
  return [
    ...placeChecks(invoice, place),
    ...(lines ? [{ ...own('lineAmounts', null), ...lines, group: 'sums' as const }] : []),
    ...RULES.flatMap((rule) => found(invoice, rule)),
    ...national(invoice),
  ];
};
