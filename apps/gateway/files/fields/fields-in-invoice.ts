import { FIELD_LIMITS, FieldsChange, NO_FIELDS, type DocumentFields } from '@dosar/contracts';
import type { Invoice } from '@dosar/invoices/invoice';
import { readInvoice } from '@dosar/invoices/read-invoice';
import { withoutEncoded } from '../inside/encoded';
import { decoded } from '../texts/plain-text';

/** What fits the contract; what a stranger wrote otherwise is left out. */
const fitting = (name: keyof DocumentFields, value: unknown): Partial<DocumentFields> => {
  const { data } = FieldsChange.shape[name].safeParse(value);
  return data === undefined ? {} : { [name]: data };
};

const cut = (text: string, most: number): string =>
  text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, most);

/** A credit note takes off what it says. */
const sumOf = (hundredths: number | null, { isCredit }: Invoice): number | undefined =>
  hundredths === null ? undefined : (isCredit ? -hundredths : hundredths) / 100;

const fieldsIn = (invoice: Invoice): DocumentFields => ({
  ...NO_FIELDS,
  ...fitting('number', cut(invoice.number, FIELD_LIMITS.number)),
  ...fitting('issuer', cut(invoice.supplier.name, FIELD_LIMITS.issuer)),
  ...fitting('issuer_cui', invoice.supplier.cui),
  ...fitting('buyer_cui', invoice.buyer.cui),
  ...fitting('date', invoice.issued),
  ...fitting('sum', sumOf(invoice.totals.inclusive ?? invoice.totals.payable, invoice)),
  ...fitting('net', sumOf(invoice.totals.exclusive, invoice)),
  ...fitting('vat', sumOf(invoice.vat, invoice)),
  ...fitting('currency', invoice.currency),
  ...fitting('due', invoice.due),
});

/** What an e-Factura says of itself; null for what is none. */
export const fieldsInInvoice = (bytes: Buffer): DocumentFields | null => {
  const invoice = readInvoice(decoded(withoutEncoded(bytes).plain, false));
  return invoice && fieldsIn(invoice);
};
