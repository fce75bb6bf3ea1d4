/** An electronic invoice as its XML says it (UBL 2.1, EN 16931). Amounts are in hundredths; null: not said. */
export type Party = { readonly name: string; readonly cui: string; readonly place: string };
export type InvoiceLine = {
  readonly id: string;
  readonly name: string;
  readonly quantity: string;
  readonly unit: string;
  readonly price: string;
  readonly amount: number | null;
  readonly percent: string;
  /** What the line must come to; null when it cannot be told. */
  readonly expected: number | null;
};
export type VatRate = {
  readonly category: string;
  readonly percent: string;
  readonly taxable: number | null;
  readonly tax: number | null;
};
export type Invoice = {
  readonly isCredit: boolean;
  readonly customization: string;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly typeCode: string;
  readonly currency: string;
  readonly supplier: Party;
  readonly buyer: Party;
  readonly notes: readonly string[];
  readonly attachments: readonly string[];
  readonly lines: readonly InvoiceLine[];
  readonly rates: readonly VatRate[];
  readonly vat: number | null;
  readonly totals: Readonly<Record<Total, number | null>>;
};

export const TOTALS = [
  'lines',
  'allowances',
  'charges',
  'exclusive',
  'inclusive',
  'prepaid',
  'rounding',
  'payable',
] as const;
export type Total = (typeof TOTALS)[number];

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

/** The elements of that name right below; `a/b` looks below those. */
const all = (at: Element | undefined, path: string): Element[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap((each) => [...each.children].filter(({ localName }) => localName === name)),
      at ? [at] : [],
    );
const text = (at: Element | undefined, ...paths: string[]): string => {
  for (const path of paths) {
    const found = all(at, path)[0]?.textContent?.trim();
    if (found) return found;
  }
  return '';
};

/** Of a number as it is written, so many hundredths. */
const hundredths = (number: string): number | null => (NUMBER.test(number) ? Math.round(Number(number) * 100) : null);
const amount = (at: Element | undefined, path: string) => hundredths(text(at, path));

const partyOf = (at: Element | undefined): Party => ({
  name: text(at, 'Party/PartyLegalEntity/RegistrationName', 'Party/PartyName/Name'),
  cui: text(at, 'Party/PartyTaxScheme/CompanyID', 'Party/PartyLegalEntity/CompanyID'),
  place: ['StreetName', 'CityName', 'CountrySubentity', 'Country/IdentificationCode']
    .map((part) => text(at, `Party/PostalAddress/${part}`))
    .filter(Boolean)
    .join(', '),
});

/** Quantity by price, with what is taken off the line and put on it. */
const expectedOf = (line: Element, quantity: string, price: string): number | null => {
  const base = text(line, 'Price/BaseQuantity') || '1';
  if (![quantity, price, base].every((each) => NUMBER.test(each)) || Number(base) === 0) return null;
  const more = all(line, 'AllowanceCharge').reduce((sum, each) => {
    const sign = text(each, 'ChargeIndicator') === 'true' ? 1 : -1;
    return sum + sign * (amount(each, 'Amount') ?? 0);
  }, 0);
  return Math.round((Number(quantity) * Number(price) * 100) / Number(base)) + more;
};

const lineOf = (line: Element): InvoiceLine => {
  const counted = all(line, 'InvoicedQuantity')[0] ?? all(line, 'CreditedQuantity')[0];
  const quantity = counted?.textContent?.trim() ?? '';
  const price = text(line, 'Price/PriceAmount');
  return {
    id: text(line, 'ID'),
    name: text(line, 'Item/Name', 'Item/Description'),
    quantity,
    unit: counted?.getAttribute('unitCode') ?? '',
    price,
    amount: amount(line, 'LineExtensionAmount'),
    percent: text(line, 'Item/ClassifiedTaxCategory/Percent'),
    expected: expectedOf(line, quantity, price),
  };
};

const rateOf = (subtotal: Element): VatRate => ({
  category: text(subtotal, 'TaxCategory/ID'),
  percent: text(subtotal, 'TaxCategory/Percent'),
  taxable: amount(subtotal, 'TaxableAmount'),
  tax: amount(subtotal, 'TaxAmount'),
});

/** The sum of VAT in the invoice's own currency: a second one may say it in lei. */
const vatOf = (root: Element, currency: string): Element | undefined => {
  const totals = all(root, 'TaxTotal');
  return totals.find((each) => all(each, 'TaxAmount')[0]?.getAttribute('currencyID') === currency) ?? totals[0];
};

/** null for XML that is no invoice. */
export const invoiceOf = ({ documentElement: root }: Document): Invoice | null => {
  const [, kind] = UBL.exec(root.namespaceURI ?? '') ?? [];
  if (kind === undefined || root.localName !== kind) return null;
  const currency = text(root, 'DocumentCurrencyCode');
  const vat = vatOf(root, currency);
  const [sums] = all(root, 'LegalMonetaryTotal');
  return {
    isCredit: kind === 'CreditNote',
    customization: text(root, 'CustomizationID'),
    number: text(root, 'ID'),
    issued: text(root, 'IssueDate'),
    due: text(root, 'DueDate', 'PaymentMeans/PaymentDueDate'),
    typeCode: text(root, 'InvoiceTypeCode', 'CreditNoteTypeCode'),
    currency,
    supplier: partyOf(all(root, 'AccountingSupplierParty')[0]),
    buyer: partyOf(all(root, 'AccountingCustomerParty')[0]),
    notes: [...all(root, 'Note'), ...all(root, 'PaymentTerms/Note')].map((note) => note.textContent?.trim() ?? ''),
    attachments: all(root, 'AdditionalDocumentReference').map(
      (each) => all(each, 'Attachment/EmbeddedDocumentBinaryObject')[0]?.getAttribute('filename') ?? text(each, 'ID'),
    ),
    lines: [...all(root, 'InvoiceLine'), ...all(root, 'CreditNoteLine')].map(lineOf),
    rates: all(vat, 'TaxSubtotal').map(rateOf),
    vat: amount(vat, 'TaxAmount'),
    totals: Object.fromEntries(TOTALS.map((name) => [name, amount(sums, TAGS[name])])) as Invoice['totals'],
  };
};
