import {
  amountOf,
  group,
  leaf,
  sumsOf,
  type Sample,
  type SampleAdjustment,
  type SampleLine,
  type SampleParty,
} from './samples';

/** The same of UNTDID 2475 as of 2005: on the day of the invoice, of delivery, of payment. */
const TAX_POINTS = new Map([
  ['3', '5'],
  ['35', '29'],
  ['432', '72'],
]);

const day = (name: string, text: string) =>
  text && group(name, leaf('udt:DateTimeString', text.replaceAll('-', ''), 'format="102"'));

const address = ({ street, city, zip, county, country }: SampleParty) =>
  group(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', zip),
    leaf('ram:LineOne', street),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', country),
    leaf('ram:CountrySubDivisionName', county),
  );

const party = (name: string, of: SampleParty) =>
  group(
    name,
    leaf('ram:ID', of.id),
    leaf('ram:Name', of.name),
    group('ram:SpecifiedLegalOrganization', leaf('ram:ID', of.legalId), leaf('ram:TradingBusinessName', of.trade)),
    address(of),
    group('ram:SpecifiedTaxRegistration', leaf('ram:ID', of.vatId, 'schemeID="VA"')),
    group('ram:SpecifiedTaxRegistration', leaf('ram:ID', of.taxId, 'schemeID="FC"')),
  );

const adjustment = (each: SampleAdjustment, isOfLine: boolean) =>
  group(
    'ram:SpecifiedTradeAllowanceCharge',
    group('ram:ChargeIndicator', leaf('udt:Indicator', String(each.isCharge ?? false))),
    leaf('ram:ActualAmount', each.amount),
    leaf('ram:ReasonCode', each.reasonCode),
    leaf('ram:Reason', each.reason ?? 'Reducere'),
    isOfLine
      ? ''
      : group(
          'ram:CategoryTradeTax',
          leaf('ram:TypeCode', 'VAT'),
          leaf('ram:CategoryCode', each.category ?? 'S'),
          leaf('ram:RateApplicablePercent', each.percent ?? '21'),
        ),
  );

const line = (of: SampleLine, at: number) => {
  const { category = 'S' } = of;
  const percent = of.percent ?? (category === 'S' ? '21' : '0');
  return group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', of.id ?? String(at + 1))),
    group('ram:SpecifiedTradeProduct', leaf('ram:Name', of.name ?? 'Făină albă')),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group(
        'ram:NetPriceProductTradePrice',
        leaf('ram:ChargeAmount', of.price),
        leaf('ram:BasisQuantity', of.base, 'unitCode="H87"'),
      ),
    ),
    group('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', of.quantity, `unitCode="${of.unit ?? 'H87'}"`)),
    group(
      'ram:SpecifiedLineTradeSettlement',
      group(
        'ram:ApplicableTradeTax',
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:CategoryCode', category),
        category === 'O' ? '' : leaf('ram:RateApplicablePercent', percent),
      ),
      ...(of.adjustments ?? []).map((each) => adjustment(each, true)),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', amountOf(of))),
    ),
  );
};

const settlement = (sample: Sample) => {
  const sums = sumsOf(sample);
  const { currency, taxCurrency, vatAccounted, reasons, reasonCodes, period } = sample;
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:TaxCurrencyCode', taxCurrency),
    leaf('ram:InvoiceCurrencyCode', currency),
    group(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      leaf('ram:TypeCode', sample.means),
      group('ram:PayeePartyCreditorFinancialAccount', leaf('ram:IBANID', sample.account)),
    ),
    ...sums.rates.map(({ category, percent, taxable, tax }) =>
      group(
        'ram:ApplicableTradeTax',
        leaf('ram:CalculatedAmount', tax),
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:ExemptionReason', reasons[category]),
        leaf('ram:BasisAmount', taxable),
        leaf('ram:CategoryCode', category),
        leaf('ram:ExemptionReasonCode', reasonCodes[category]),
        leaf('ram:DueDateTypeCode', TAX_POINTS.get(period?.[2] ?? '') ?? period?.[2]),
        leaf('ram:RateApplicablePercent', percent),
      ),
    ),
    period
      ? group('ram:BillingSpecifiedPeriod', day('ram:StartDateTime', period[0]), day('ram:EndDateTime', period[1]))
      : '',
    ...sample.adjustments.map((each) => adjustment(each, false)),
    group(
      'ram:SpecifiedTradePaymentTerms',
      leaf('ram:Description', sample.terms),
      day('ram:DueDateDateTime', sample.due),
    ),
    group(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      leaf('ram:LineTotalAmount', sums.lines),
      leaf('ram:ChargeTotalAmount', sums.charges),
      leaf('ram:AllowanceTotalAmount', sums.allowances),
      leaf('ram:TaxBasisTotalAmount', sums.exclusive),
      leaf('ram:TaxTotalAmount', sums.vat, `currencyID="${currency}"`),
      leaf('ram:TaxTotalAmount', vatAccounted, `currencyID="${taxCurrency}"`),
      leaf('ram:RoundingAmount', sample.rounding),
      leaf('ram:GrandTotalAmount', sums.inclusive),
      leaf('ram:TotalPrepaidAmount', sample.prepaid),
      leaf('ram:DuePayableAmount', sums.payable),
    ),
    group('ram:InvoiceReferencedDocument', leaf('ram:IssuerAssignedID', sample.preceding)),
  );
};

const attachment = (base64: string) =>
  base64 &&
  group(
    'ram:AdditionalReferencedDocument',
    leaf('ram:IssuerAssignedID', 'anexa-1'),
    leaf('ram:AttachmentBinaryObject', base64, 'mimeCode="application/pdf" filename="Anexa 1.pdf"'),
  );

/** The sample as a Cross Industry Invoice. */
export const inCii = (sample: Sample): string => {
  const { representative, delivery } = sample;
  const parts = [
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', sample.customization)),
    ),
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', sample.number),
      leaf('ram:TypeCode', sample.typeCode),
      day('ram:IssueDateTime', sample.issued),
      ...sample.notes.map((note) => group('ram:IncludedNote', leaf('ram:Content', note))),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      ...sample.lines.map(line),
      group(
        'ram:ApplicableHeaderTradeAgreement',
        party('ram:SellerTradeParty', sample.supplier),
        party('ram:BuyerTradeParty', sample.buyer),
        representative ? party('ram:SellerTaxRepresentativeTradeParty', representative) : '',
        attachment(sample.attachment),
      ),
      group(
        'ram:ApplicableHeaderTradeDelivery',
        delivery ? group('ram:ShipToTradeParty', address(delivery)) : '',
        group('ram:ActualDeliverySupplyChainEvent', day('ram:OccurrenceDateTime', sample.delivered)),
      ),
      settlement(sample),
    ),
  ];
  const names = [
    ['rsm', 'CrossIndustryInvoice'],
    ['ram', 'ReusableAggregateBusinessInformationEntity'],
    ['udt', 'UnqualifiedDataType'],
  ].map(([prefix, name]) => `xmlns:${prefix}="urn:un:unece:uncefact:data:standard:${name}:100"`);
  return `<rsm:CrossIndustryInvoice ${names.join(' ')}>${parts.join('')}</rsm:CrossIndustryInvoice>`;
};
