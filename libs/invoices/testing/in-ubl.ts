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

const scheme = group('cac:TaxScheme', leaf('cbc:ID', 'VAT'));

const address = ({ street, city, zip, county, country }: SampleParty, name = 'cac:PostalAddress') =>
  group(
    name,
    leaf('cbc:StreetName', street),
    leaf('cbc:CityName', city),
    leaf('cbc:PostalZone', zip),
    leaf('cbc:CountrySubentity', county),
    group('cac:Country', leaf('cbc:IdentificationCode', country)),
  );

const party = (of: SampleParty, name = 'cac:Party') =>
  group(
    name,
    group('cac:PartyIdentification', leaf('cbc:ID', of.id)),
    group('cac:PartyName', leaf('cbc:Name', of.trade)),
    address(of),
    of.vatId ? group('cac:PartyTaxScheme', leaf('cbc:CompanyID', of.vatId), scheme) : '',
    of.taxId ? group('cac:PartyTaxScheme', leaf('cbc:CompanyID', of.taxId)) : '',
    group('cac:PartyLegalEntity', leaf('cbc:RegistrationName', of.name), leaf('cbc:CompanyID', of.legalId)),
  );

const category = (name: string, id: string, percent: string, more = '') =>
  group(name, leaf('cbc:ID', id), id === 'O' ? '' : leaf('cbc:Percent', percent), more, scheme);

const money = (name: string, text: string | undefined, currency: string) =>
  leaf(name, text, `currencyID="${currency}"`);

const adjustment = (each: SampleAdjustment, currency: string, isOfLine: boolean) =>
  group(
    'cac:AllowanceCharge',
    leaf('cbc:ChargeIndicator', String(each.isCharge ?? false)),
    leaf('cbc:AllowanceChargeReasonCode', each.reasonCode),
    leaf('cbc:AllowanceChargeReason', each.reason ?? 'Reducere'),
    money('cbc:Amount', each.amount, currency),
    isOfLine ? '' : category('cac:TaxCategory', each.category ?? 'S', each.percent ?? '21'),
  );

const rateOf = ({ category: id = 'S', percent }: SampleLine) => percent ?? (id === 'S' ? '21' : '0');

const line = (of: SampleLine, at: number, { isCredit, currency }: Sample) =>
  group(
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    leaf('cbc:ID', of.id ?? String(at + 1)),
    leaf(
      isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity',
      of.quantity,
      of.unit === '' ? '' : `unitCode="${of.unit ?? 'H87'}"`,
    ),
    money('cbc:LineExtensionAmount', amountOf(of), currency),
    ...(of.adjustments ?? []).map((each) => adjustment(each, currency, true)),
    group(
      'cac:Item',
      leaf('cbc:Name', of.name ?? 'Făină albă'),
      category('cac:ClassifiedTaxCategory', of.category ?? 'S', rateOf(of)),
    ),
    group(
      'cac:Price',
      money('cbc:PriceAmount', of.price, currency),
      leaf('cbc:BaseQuantity', of.base, 'unitCode="H87"'),
    ),
  );

const totals = (sample: Sample) => {
  const sums = sumsOf(sample);
  const { currency, taxCurrency, vatAccounted, reasons, reasonCodes, prepaid, rounding } = sample;
  return [
    group(
      'cac:TaxTotal',
      money('cbc:TaxAmount', sums.vat, currency),
      ...sums.rates.map(({ category: id, percent, taxable, tax }) =>
        group(
          'cac:TaxSubtotal',
          money('cbc:TaxableAmount', taxable, currency),
          money('cbc:TaxAmount', tax, currency),
          category(
            'cac:TaxCategory',
            id,
            percent,
            leaf('cbc:TaxExemptionReasonCode', reasonCodes[id]) + leaf('cbc:TaxExemptionReason', reasons[id]),
          ),
        ),
      ),
    ),
    vatAccounted && group('cac:TaxTotal', money('cbc:TaxAmount', vatAccounted, taxCurrency)),
    group(
      'cac:LegalMonetaryTotal',
      money('cbc:LineExtensionAmount', sums.lines, currency),
      money('cbc:TaxExclusiveAmount', sums.exclusive, currency),
      money('cbc:TaxInclusiveAmount', sums.inclusive, currency),
      money('cbc:AllowanceTotalAmount', sums.allowances, currency),
      money('cbc:ChargeTotalAmount', sums.charges, currency),
      money('cbc:PrepaidAmount', prepaid, currency),
      money('cbc:PayableRoundingAmount', rounding, currency),
      money('cbc:PayableAmount', sums.payable, currency),
    ),
  ];
};

const attachment = (base64: string) =>
  base64 &&
  group(
    'cac:AdditionalDocumentReference',
    leaf('cbc:ID', 'anexa-1'),
    group(
      'cac:Attachment',
      leaf('cbc:EmbeddedDocumentBinaryObject', base64, 'mimeCode="application/pdf" filename="Anexa 1.pdf"'),
    ),
  );

/** The sample as UBL 2.1. */
export const inUbl = (sample: Sample): string => {
  const root = sample.isCredit ? 'CreditNote' : 'Invoice';
  const { representative, delivery, period } = sample;
  const parts = [
    leaf('cbc:CustomizationID', sample.customization),
    leaf('cbc:ID', sample.number),
    leaf('cbc:IssueDate', sample.issued),
    leaf('cbc:DueDate', sample.due),
    leaf(`cbc:${root}TypeCode`, sample.typeCode),
    ...sample.notes.map((note) => leaf('cbc:Note', note)),
    leaf('cbc:DocumentCurrencyCode', sample.currency),
    leaf('cbc:TaxCurrencyCode', sample.taxCurrency),
    period
      ? group(
          'cac:InvoicePeriod',
          leaf('cbc:StartDate', period[0]),
          leaf('cbc:EndDate', period[1]),
          leaf('cbc:DescriptionCode', period[2]),
        )
      : '',
    group('cac:BillingReference', group('cac:InvoiceDocumentReference', leaf('cbc:ID', sample.preceding))),
    attachment(sample.attachment),
    group('cac:AccountingSupplierParty', party(sample.supplier)),
    group('cac:AccountingCustomerParty', party(sample.buyer)),
    representative ? party(representative, 'cac:TaxRepresentativeParty') : '',
    group(
      'cac:Delivery',
      leaf('cbc:ActualDeliveryDate', sample.delivered),
      delivery ? group('cac:DeliveryLocation', address(delivery, 'cac:Address')) : '',
    ),
    group(
      'cac:PaymentMeans',
      leaf('cbc:PaymentMeansCode', sample.means),
      group('cac:PayeeFinancialAccount', leaf('cbc:ID', sample.account)),
    ),
    group('cac:PaymentTerms', leaf('cbc:Note', sample.terms)),
    ...sample.adjustments.map((each) => adjustment(each, sample.currency, false)),
    ...totals(sample),
    ...sample.lines.map((each, at) => line(each, at, sample)),
  ];
  const names = ['Aggregate', 'Basic'].map(
    (kind) =>
      `xmlns:c${kind === 'Basic' ? 'b' : 'a'}c="urn:oasis:names:specification:ubl:schema:xsd:Common${kind}Components-2"`,
  );
  const namespace = `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`;
  return `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="${namespace}" ${names.join(' ')}>${parts.join('')}</${root}>`;
};
