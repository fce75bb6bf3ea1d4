import { z } from 'zod';
import { FileId } from '../ids';
import { File } from './files.view';

/** How a document is about a client: made out by it, or by others. */
export const InvoiceKind = z.enum(['issued', 'received']);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

/** A document of a month that has a day of its own. */
export const MonthsInvoice = File.pick({
  id: true,
  name: true,
  folder_id: true,
  process_state: true,
  tags: true,
}).extend({
  /** What the document says of itself. */
  fields: File.shape.fields.unwrap(),
  /** Whether the client made it out, or others did. */
  kind: InvoiceKind,
  /** An earlier row is the same document: the issuer, the number and the day are equal. It is in no sum. */
  is_repeated: z.boolean(),
});
export type MonthsInvoice = z.infer<typeof MonthsInvoice>;

/** By what two papers are of one issuer: by the tax id, which both say, or by the name. */
export const IssuerBy = z.enum(['tax_id', 'name']);
export type IssuerBy = z.infer<typeof IssuerBy>;

/** A document that is there more than once: the issuer, the number and the day are equal. */
export const RepeatedFile = z.object({
  /** The document. */
  id: FileId,
  /** The others, of many the first ones. */
  others: z.array(
    File.pick({ id: true, name: true, folder_id: true }).extend({
      /** By what the issuer is the same one. */
      issuer_by: IssuerBy,
    }),
  ),
});
export type RepeatedFile = z.infer<typeof RepeatedFile>;

/** What the documents of one kind and currency come to. */
export const InvoiceSum = z.object({
  /** Whether the client made them out, or others did. */
  kind: InvoiceKind,
  /** The currency of the sums, as ISO 4217 has it. */
  currency: z.string(),
  /** How many documents there are. */
  count: z.int(),
  /** What they come to, with VAT. */
  sum: z.number(),
  /** What they come to without VAT; null where one of the documents does not say it. */
  net: z.number().nullable(),
  /** The VAT in the sum; null where one of the documents does not say it. */
  vat: z.number().nullable(),
});
export type InvoiceSum = z.infer<typeof InvoiceSum>;
