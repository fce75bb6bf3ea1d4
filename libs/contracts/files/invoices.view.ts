import { z } from 'zod';
import { File } from './files.view';

/** How a document is about a client: made out by it, or by others. */
export const InvoiceKind = z.enum(['issued', 'received']);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

export const MonthsInvoice = File.pick({
  id: true,
  name: true,
  folder_id: true,
  process_state: true,
  tags: true,
}).extend({
  fields: File.shape.fields.unwrap(),
  kind: InvoiceKind,
  /** An earlier row is the same document: the issuer, the number and the day are equal. It is in no sum. */
  is_repeated: z.boolean(),
});
export type MonthsInvoice = z.infer<typeof MonthsInvoice>;

export const InvoiceSum = z.object({
  kind: InvoiceKind,
  currency: z.string(),
  count: z.int(),
  /** With VAT. */
  sum: z.number(),
  /** Without VAT, and the VAT; null where one of the documents does not say it. */
  net: z.number().nullable(),
  vat: z.number().nullable(),
});
export type InvoiceSum = z.infer<typeof InvoiceSum>;
