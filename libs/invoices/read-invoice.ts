import {
  TOTALS,
  type Attachment,
  type Invoice,
  type InvoiceLine,
  type Party,
  type Total,
  type VatRate,
} from './invoice';
import { elementsAt, textAt, xmlRoot, type XmlElement } from './xml';

const TAGS: Readonly<Record<Total, string>> = {
  lines: 'LineExtensionAmount',
  allowances: 'AllowanceTotalAmount',
  charges: 'ChargeTotalAmount',
  exclusive: 'TaxExclusiveAmount',
  inclusive: 'TaxInclusiveAmount',
  prepaid: 'PrepaidAmount',
  rounding: 'PayableRoundingAmount',
  payable: 'PayableAmount',
};

const UBL = /^urn:oasis:names:specification:ubl:schema:xsd:(Invoice|CreditNote)-2$/;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/;

/** Of a number as it is written, so many hundredths. */
const hundredths = (number: string): number | null => (NUMBER.test(number) ? Math.round(Number(number) * 100) : null);
const amount = (at: XmlElement | undefined, path: string) => hundredths(textAt(at, path));

const partyOf = (at: XmlElement | undefined): Party => ({
  name: textAt(at, 'Party/PartyLegalEntity/RegistrationName', 'Party/PartyName/Name'),
  cui: textAt(at, 'Party/PartyTaxScheme/CompanyID', 'Party/PartyLegalEntity/CompanyID'),
  place: ['StreetName', 'CityName', 'CountrySubentity', 'Country/IdentificationCode']
    .map((part) => textAt(at, `Party/PostalAddress/${part}`))
    .filter(Boolean)
    .join(', '),
});

/** Quantity by price, with what is taken off the line and put on it. */
const expectedOf = (line: XmlElement, quantity: string, price: string): number | null => {
  const base = textAt(line, 'Price/BaseQuantity') || '1';
  if (![quantity, price, base].every((each) => NUMBER.test(each)) || Number(base) === 0) return null;
  const more = elementsAt(line, 'AllowanceCharge').reduce((sum, each) => {
    const sign = textAt(each, 'ChargeIndicator') === 'true' ? 1 : -1;
    return sum + sign * (amount(each, 'Amount') ?? 0);
  }, 0);
  return Math.round((Number(quantity) * Number(price) * 100) / Number(base)) + more;
};

const lineOf = (line: XmlElement): InvoiceLine => {
  const counted = elementsAt(line, 'InvoicedQuantity')[0] ?? elementsAt(line, 'CreditedQuantity')[0];
  const quantity = counted?.text ?? '';
  const price = textAt(line, 'Price/PriceAmount');
  return {
    id: textAt(line, 'ID'),
    name: textAt(line, 'Item/Name', 'Item/Description'),
    quantity,
    unit: counted?.attributes.get('unitCode') ?? '',
    price,
    amount: amount(line, 'LineExtensionAmount'),
    percent: textAt(line, 'Item/ClassifiedTaxCategory/Percent'),
    expected: expectedOf(line, quantity, price),
  };
};

const rateOf = (subtotal: XmlElement): VatRate => ({
  category: textAt(subtotal, 'TaxCategory/ID'),
  percent: textAt(subtotal, 'TaxCategory/Percent'),
  taxable: amount(subtotal, 'TaxableAmount'),
  tax: amount(subtotal, 'TaxAmount'),
});

/** The sum of VAT in the invoice's own currency: a second one may say it in lei. */
const vatOf = (root: XmlElement, currency: string): XmlElement | undefined => {
  const totals = elementsAt(root, 'TaxTotal');
  return (
    totals.find((each) => elementsAt(each, 'TaxAmount')[0]?.attributes.get('currencyID') === currency) ?? totals[0]
  );
};

const attachmentOf = (reference: XmlElement): Attachment => {
  const [inside] = elementsAt(reference, 'Attachment/EmbeddedDocumentBinaryObject');
  const id = textAt(reference, 'ID');
  return {
    id,
    name: inside?.attributes.get('filename') ?? id,
    mimeType: inside?.attributes.get('mimeCode') ?? '',
    description: textAt(reference, 'DocumentDescription'),
    base64: inside?.text ?? '',
    address: textAt(reference, 'Attachment/ExternalReference/URI'),
  };
};

/** The invoice that an XML text says; null for any other text. */
export const readInvoice = (xml: string): Invoice | null => {
  const root = xmlRoot(xml);
  const [, kind] = UBL.exec(root?.namespace ?? '') ?? [];
  if (!root || kind === undefined || root.name !== kind) return null;
  const currency = textAt(root, 'DocumentCurrencyCode');
  const vat = vatOf(root, currency);
  const [sums] = elementsAt(root, 'LegalMonetaryTotal');
  return {
    isCredit: kind === 'CreditNote',
    customization: textAt(root, 'CustomizationID'),
    number: textAt(root, 'ID'),
    issued: textAt(root, 'IssueDate'),
    due: textAt(root, 'DueDate', 'PaymentMeans/PaymentDueDate'),
    typeCode: textAt(root, 'InvoiceTypeCode', 'CreditNoteTypeCode'),
    currency,
    supplier: partyOf(elementsAt(root, 'AccountingSupplierParty')[0]),
    buyer: partyOf(elementsAt(root, 'AccountingCustomerParty')[0]),
    notes: [...elementsAt(root, 'Note'), ...elementsAt(root, 'PaymentTerms/Note')].map((note) => note.text),
    attachments: elementsAt(root, 'AdditionalDocumentReference').map(attachmentOf),
    lines: [...elementsAt(root, 'InvoiceLine'), ...elementsAt(root, 'CreditNoteLine')].map(lineOf),
    rates: elementsAt(vat, 'TaxSubtotal').map(rateOf),
    vat: amount(vat, 'TaxAmount'),
    totals: Object.fromEntries(TOTALS.map((name) => [name, amount(sums, TAGS[name])])) as Invoice['totals'],
  };
};
