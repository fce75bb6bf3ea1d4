import type { Address, Adjustment, Attachment, Invoice, InvoiceLine, Party, Total, VatRate } from './invoice';
import { partyFrom, sumsFrom } from './parts';
import { elementsAt, textAt, type XmlElement } from './xml';

const TAGS: Readonly<Record<Total, string>> = {
  lines: 'LineTotalAmount',
  allowances: 'AllowanceTotalAmount',
  charges: 'ChargeTotalAmount',
  exclusive: 'TaxBasisTotalAmount',
  inclusive: 'GrandTotalAmount',
  prepaid: 'TotalPrepaidAmount',
  rounding: 'RoundingAmount',
  payable: 'DuePayableAmount',
};

/** CII writes 20260901. */
const day = (text: string): string => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
const dayAt = (at: XmlElement | undefined, ...paths: readonly string[]): string =>
  day(textAt(at, ...paths.flatMap((path) => [`${path}/DateTimeString`, `${path}/DateString`])));

const addressOf = (at: XmlElement | undefined): Address | null =>
  at
    ? {
        street: textAt(at, 'LineOne'),
        more: [textAt(at, 'LineTwo'), textAt(at, 'LineThree')].filter(Boolean),
        city: textAt(at, 'CityName'),
        zip: textAt(at, 'PostcodeCode'),
        county: textAt(at, 'CountrySubDivisionName'),
        country: textAt(at, 'CountryID'),
      }
    : null;

const partyOf = (at: XmlElement | undefined): Party => {
  const numbers = elementsAt(at, 'SpecifiedTaxRegistration/ID');
  const numberOf = (scheme: string) => numbers.find((each) => each.attributes.get('schemeID') === scheme)?.text ?? '';
  return partyFrom({
    legalName: textAt(at, 'Name'),
    tradeName: textAt(at, 'SpecifiedLegalOrganization/TradingBusinessName'),
    vatId: numberOf('VA'),
    taxId: numberOf('FC'),
    legalId: textAt(at, 'SpecifiedLegalOrganization/ID'),
    ids: [...elementsAt(at, 'ID'), ...elementsAt(at, 'GlobalID')].map(({ text }) => text),
    address: addressOf(elementsAt(at, 'PostalTradeAddress')[0]),
  });
};

/** The category of VAT; other taxes stand in the same places. */
const categoryOf = (tax: XmlElement | undefined): string =>
  textAt(tax, 'TypeCode').toUpperCase() === 'VAT' ? textAt(tax, 'CategoryCode') : '';

const adjustmentOf = (each: XmlElement): Adjustment => ({
  isCharge: ['true', '1'].includes(textAt(each, 'ChargeIndicator/Indicator')),
  amount: textAt(each, 'ActualAmount'),
  base: textAt(each, 'BasisAmount'),
  percent: textAt(each, 'CalculationPercent'),
  reason: textAt(each, 'Reason'),
  reasonCode: textAt(each, 'ReasonCode'),
  category: categoryOf(elementsAt(each, 'CategoryTradeTax')[0]),
  rate: textAt(each, 'CategoryTradeTax/RateApplicablePercent'),
});

const lineOf = (line: XmlElement): InvoiceLine => {
  const [counted] = elementsAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity');
  const [settled] = elementsAt(line, 'SpecifiedLineTradeSettlement');
  const [price] = elementsAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
  return {
    id: textAt(line, 'AssociatedDocumentLineDocument/LineID'),
    name: textAt(line, 'SpecifiedTradeProduct/Name'),
    description: textAt(line, 'SpecifiedTradeProduct/Description'),
    note: textAt(line, 'AssociatedDocumentLineDocument/IncludedNote/Content'),
    quantity: counted?.text ?? '',
    unit: counted?.attributes.get('unitCode') ?? '',
    price: textAt(price, 'ChargeAmount'),
    base: textAt(price, 'BasisQuantity'),
    amount: textAt(settled, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    category: categoryOf(elementsAt(settled, 'ApplicableTradeTax')[0]),
    percent: textAt(settled, 'ApplicableTradeTax/RateApplicablePercent'),
    adjustments: elementsAt(settled, 'SpecifiedTradeAllowanceCharge').map(adjustmentOf),
  };
};

const rateOf = (tax: XmlElement): VatRate => ({
  category: textAt(tax, 'CategoryCode'),
  percent: textAt(tax, 'RateApplicablePercent'),
  taxable: textAt(tax, 'BasisAmount'),
  tax: textAt(tax, 'CalculatedAmount'),
  reason: textAt(tax, 'ExemptionReason'),
  reasonCode: textAt(tax, 'ExemptionReasonCode'),
});

const attachmentOf = (reference: XmlElement): Attachment => {
  const [inside] = elementsAt(reference, 'AttachmentBinaryObject');
  const id = textAt(reference, 'IssuerAssignedID');
  return {
    id,
    name: inside?.attributes.get('filename') ?? id,
    mimeType: inside?.attributes.get('mimeCode') ?? '',
    description: textAt(reference, 'Name'),
    base64: inside?.text ?? '',
    address: textAt(reference, 'URIID'),
  };
};

/** A total without a currency is in the invoice's own. */
const vatOf = (sums: XmlElement | undefined, currency: string, taxCurrency: string) => {
  const totals = elementsAt(sums, 'TaxTotalAmount');
  const own = totals.filter(({ attributes }) => (attributes.get('currencyID') ?? currency) === currency);
  const accounted =
    taxCurrency !== currency
      ? totals.find(({ attributes }) => attributes.get('currencyID') === taxCurrency)
      : undefined;
  return { vatTotals: own.length, vat: own[0]?.text ?? '', vatAccounted: accounted?.text ?? '' };
};

type Parts = Readonly<Record<'agreement' | 'delivery' | 'settlement', XmlElement | undefined>>;

const paidAndDelivered = ({ delivery, settlement }: Parts) => {
  const [period] = elementsAt(settlement, 'BillingSpecifiedPeriod');
  const code = textAt(settlement, 'ApplicableTradeTax/DueDateTypeCode');
  return {
    terms: textAt(settlement, 'SpecifiedTradePaymentTerms/Description'),
    payments: elementsAt(settlement, 'SpecifiedTradeSettlementPaymentMeans').map((each) => ({
      means: textAt(each, 'TypeCode'),
      account: textAt(
        each,
        'PayeePartyCreditorFinancialAccount/IBANID',
        'PayeePartyCreditorFinancialAccount/ProprietaryID',
      ),
    })),
    preceding: elementsAt(settlement, 'InvoiceReferencedDocument').map((each) => ({
      number: textAt(each, 'IssuerAssignedID'),
      issued: dayAt(each, 'FormattedIssueDateTime'),
    })),
    period: period || code ? { from: dayAt(period, 'StartDateTime'), to: dayAt(period, 'EndDateTime'), code } : null,
    delivered: dayAt(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime'),
    deliveryAddress: addressOf(elementsAt(delivery, 'ShipToTradeParty/PostalTradeAddress')[0]),
  };
};

/** What an invoice in CII (UN/CEFACT Cross Industry Invoice) says. */
export const invoiceOfCii = (root: XmlElement): Invoice => {
  const [document] = elementsAt(root, 'ExchangedDocument');
  const [transaction] = elementsAt(root, 'SupplyChainTradeTransaction');
  const [agreement] = elementsAt(transaction, 'ApplicableHeaderTradeAgreement');
  const [delivery] = elementsAt(transaction, 'ApplicableHeaderTradeDelivery');
  const [settlement] = elementsAt(transaction, 'ApplicableHeaderTradeSettlement');
  const [sums] = elementsAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const [representative] = elementsAt(agreement, 'SellerTaxRepresentativeTradeParty');
  const currency = textAt(settlement, 'InvoiceCurrencyCode');
  const taxCurrency = textAt(settlement, 'TaxCurrencyCode');
  const { vatTotals, vat, vatAccounted } = vatOf(sums, currency, taxCurrency);
  const typeCode = textAt(document, 'TypeCode');
  return {
    syntax: 'cii',
    isCredit: typeCode === '381',
    customization: textAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'),
    number: textAt(document, 'ID'),
    issued: dayAt(document, 'IssueDateTime'),
    due: dayAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime'),
    typeCode,
    currency,
    taxCurrency,
    supplier: partyOf(elementsAt(agreement, 'SellerTradeParty')[0]),
    buyer: partyOf(elementsAt(agreement, 'BuyerTradeParty')[0]),
    representative: representative ? partyOf(representative) : null,
    notes: elementsAt(document, 'IncludedNote/Content').map(({ text }) => text),
    ...paidAndDelivered({ agreement, delivery, settlement }),
    attachments: elementsAt(agreement, 'AdditionalReferencedDocument').map(attachmentOf),
    adjustments: elementsAt(settlement, 'SpecifiedTradeAllowanceCharge').map(adjustmentOf),
    lines: elementsAt(transaction, 'IncludedSupplyChainTradeLineItem').map(lineOf),
    rates: elementsAt(settlement, 'ApplicableTradeTax').map(rateOf),
    vatTotals,
    ...sumsFrom((name) => textAt(sums, TAGS[name]), vat, vatAccounted),
  };
};
