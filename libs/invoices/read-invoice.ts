import { invoiceOfCii } from './cii';
import type { Invoice } from './invoice';
import { invoiceOfUbl } from './ubl';
import { xmlRoot } from './xml';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/** The invoice that an XML text says, in UBL or in CII; null for any other text. */
export const readInvoice = (xml: string): Invoice | null => {
  const root = xmlRoot(xml);
  if (root?.name === 'CrossIndustryInvoice' && root.namespace === CII) return invoiceOfCii(root);
  const isUbl = root?.name === 'Invoice' || root?.name === 'CreditNote';
  return root && isUbl && root.namespace === `${UBL}${root.name}-2` ? invoiceOfUbl(root) : null;
};
