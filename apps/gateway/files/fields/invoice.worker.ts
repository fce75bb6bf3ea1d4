import { answerRequests } from '../readers/answer-requests';
import type { InsideLimits } from '../inside/inside';
import { partContent } from '../inside/read-inside';
import { zipParts } from '../inside/zip-parts';
import { fieldsInInvoice } from './fields-in-invoice';
import { signedInvoiceIn } from './signed-invoice';

/** `archive`: the limits of the archive in which an invoice lies beside its signature. */
export type InvoiceRequest = { readonly archive: InsideLimits | null };

const inArchive = async (bytes: Buffer, limits: InsideLimits): Promise<Buffer | null> => {
  const inside = await zipParts(bytes, limits);
  const invoice = signedInvoiceIn(inside.parts);
  return invoice && partContent(inside, invoice.number, limits);
};

answerRequests(async ({ head, bytes }) => {
  const { archive } = head as InvoiceRequest;
  const invoice = archive ? await inArchive(bytes, archive) : bytes;
  return { head: { fields: invoice && fieldsInInvoice(invoice) } };
});
