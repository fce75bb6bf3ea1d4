import type { Address, Adjustment, Attachment, Invoice, InvoiceLine, Party, Period, Total, VatRate } from './invoice';
import { partyFrom, sumsFrom } from './parts';
import { elementsAt, textAt, type XmlElement } from './xml';

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

const addressOf = (at: XmlElement | undefined): Address | null =>
  at
    ? {
        street: textAt(at, 'StreetName'),
        more: [textAt(at, 'AdditionalStreetName'), textAt(at, 'AddressLine/Line')].filter(Boolean),
        city: textAt(at, 'CityName'),
        zip: textAt(at, 'PostalZone'),
        county: textAt(at, 'CountrySubentity'),
        country: textAt(at, 'Country/IdentificationCode'),
      }
    : null;

const isVat = (scheme: XmlElement) => textAt(scheme, 'TaxScheme/ID').toUpperCase() === 'VAT';

const partyOf = (at: XmlElement | undefined): Party => {
  const schemes = elementsAt(at, 'PartyTaxScheme');
  return partyFrom({
    legalName: textAt(at, 'PartyLegalEntity/RegistrationName'),
    tradeName: textAt(at, 'PartyName/Name'),
    vatId: textAt(schemes.find(isVat), 'CompanyID'),
    taxId: textAt(
      schemes.find((each) => !isVat(each)),
      'CompanyID',
    ),
    legalId: textAt(at, 'PartyLegalEntity/CompanyID'),
    ids: elementsAt(at, 'PartyIdentification/ID').map(({ text }) => text),
    address: addressOf(elementsAt(at, 'PostalAddress')[0]),
  });
};

const adjustmentOf = (each: XmlElement): Adjustment => ({
  isCharge: ['true', '1'].includes(textAt(each, 'ChargeIndicator')),
  amount: textAt(each, 'Amount'),
  base: textAt(each, 'BaseAmount'),
  percent: textAt(each, 'MultiplierFactorNumeric'),
  reason: textAt(each, 'AllowanceChargeReason'),
  reasonCode: textAt(each, 'AllowanceChargeReasonCode'),
  category: textAt(each, 'TaxCategory/ID'),
  rate: textAt(each, 'TaxCategory/Percent'),
});

const lineOf = (line: XmlElement): InvoiceLine => {
  const counted = elementsAt(line, 'InvoicedQuantity')[0] ?? elementsAt(line, 'CreditedQuantity')[0];
  return {
    id: textAt(line, 'ID'),
    name: textAt(line, 'Item/Name'),
    description: textAt(line, 'Item/Description'),
    note: textAt(line, 'Note'),
    quantity: counted?.text ?? '',
    unit: counted?.attributes.get('unitCode') ?? '',
    price: textAt(line, 'Price/PriceAmount'),
    base: textAt(line, 'Price/BaseQuantity'),
    amount: textAt(line, 'LineExtensionAmount'),
    category: textAt(line, 'Item/ClassifiedTaxCategory/ID'),
    percent: textAt(line, 'Item/ClassifiedTaxCategory/Percent'),
    adjustments: elementsAt(line, 'AllowanceCharge').map(adjustmentOf),
  };
};

const rateOf = (subtotal: XmlElement): VatRate => ({
  category: textAt(subtotal, 'TaxCategory/ID'),
  percent: textAt(subtotal, 'TaxCategory/Percent'),
  taxable: textAt(subtotal, 'TaxableAmount'),
  tax: textAt(subtotal, 'TaxAmount'),
  reason: textAt(subtotal, 'TaxCategory/TaxExemptionReason'),
  reasonCode: textAt(subtotal, 'TaxCategory/TaxExemptionReasonCode'),
});

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

const periodOf = (at: XmlElement | undefined): Period | null =>
  at ? { from: textAt(at, 'StartDate'), to: textAt(at, 'EndDate'), code: textAt(at, 'DescriptionCode') } : null;

/** VAT in the invoice's own currency, by its rates; a second total may say it in the one that it is accounted for in. */
const vatOf = (root: XmlElement, currency: string, taxCurrency: string) => {
  const totals = elementsAt(root, 'TaxTotal');
  const isIn = (each: XmlElement, wanted: string) =>
    elementsAt(each, 'TaxAmount')[0]?.attributes.get('currencyID') === wanted;
  const own = totals.filter((each) => isIn(each, currency));
  const accounted =
    taxCurrency && taxCurrency !== currency ? totals.find((each) => isIn(each, taxCurrency)) : undefined;
  const total = own[0] ?? totals.find((each) => each !== accounted);
  return {
    rates: elementsAt(total, 'TaxSubtotal').map(rateOf),
    vatTotals: own.length,
    vat: textAt(total, 'TaxAmount'),
    vatAccounted: textAt(accounted, 'TaxAmount'),
  };
};

/** What an invoice or a credit note in UBL says. */
export const invoiceOfUbl = (root: XmlElement): Invoice => {
  const currency = textAt(root, 'DocumentCurrencyCode');
  const taxCurrency = textAt(root, 'TaxCurrencyCode');
  const { rates, vatTotals, vat, vatAccounted } = vatOf(root, currency, taxCurrency);
  const [sums] = elementsAt(root, 'LegalMonetaryTotal');
  const [representative] = elementsAt(root, 'TaxRepresentativeParty');
  const terms = textAt(root, 'PaymentTerms/Note');
  return {
    syntax: 'ubl',
    isCredit: root.name === 'CreditNote',
    customization: textAt(root, 'CustomizationID'),
    number: textAt(root, 'ID'),
    issued: textAt(root, 'IssueDate'),
    due: textAt(root, 'DueDate', 'PaymentMeans/PaymentDueDate'),
    typeCode: textAt(root, 'InvoiceTypeCode', 'CreditNoteTypeCode'),
    currency,
    taxCurrency,
    supplier: partyOf(elementsAt(root, 'AccountingSupplierParty/Party')[0]),
    buyer: partyOf(elementsAt(root, 'AccountingCustomerParty/Party')[0]),
    representative: representative ? partyOf(representative) : null,
    notes: elementsAt(root, 'Note').map(({ text }) => text),
    terms,
    payments: elementsAt(root, 'PaymentMeans').map((each) => ({
      means: textAt(each, 'PaymentMeansCode'),
      account: textAt(each, 'PayeeFinancialAccount/ID'),
    })),
    preceding: elementsAt(root, 'BillingReference/InvoiceDocumentReference').map((each) => ({
      number: textAt(each, 'ID'),
      issued: textAt(each, 'IssueDate'),
    })),
    period: periodOf(elementsAt(root, 'InvoicePeriod')[0]),
    delivered: textAt(root, 'Delivery/ActualDeliveryDate'),
    deliveryAddress: addressOf(elementsAt(root, 'Delivery/DeliveryLocation/Address')[0]),
    attachments: elementsAt(root, 'AdditionalDocumentReference').map(attachmentOf),
    adjustments: elementsAt(root, 'AllowanceCharge').map(adjustmentOf),
    lines: [...elementsAt(root, 'InvoiceLine'), ...elementsAt(root, 'CreditNoteLine')].map(lineOf),
    rates,
    vatTotals,
    ...sumsFrom((name) => textAt(sums, TAGS[name]), vat, vatAccounted),
  };
};
