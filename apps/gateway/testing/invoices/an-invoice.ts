type Said = {
  readonly number?: string;
  readonly supplier?: string;
  readonly cui?: string;
  readonly buyer?: string;
  readonly issued?: string;
  readonly sum?: string;
  readonly currency?: string;
  readonly isCredit?: boolean;
  /** Elements behind the head. */
  readonly more?: string;
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const party = (role: string, name: string, cui: string) => `<cac:Accounting${role}Party><cac:Party>
  <cac:PartyTaxScheme><cbc:CompanyID>${cui}</cbc:CompanyID></cac:PartyTaxScheme>
  <cac:PartyLegalEntity><cbc:RegistrationName>${escaped(name)}</cbc:RegistrationName></cac:PartyLegalEntity>
</cac:Party></cac:Accounting${role}Party>`;

/** Of which 19.00 is VAT. */
const withoutVat = (sum: string) => (Number.isFinite(Number(sum)) ? (Number(sum) - 19).toFixed(2) : sum);

/** A small e-Factura (UBL 2.1) that says this. */
export const anInvoice = ({
  number = 'FA 1',
  supplier = 'Alfa SRL',
  cui = 'RO18547290',
  buyer = 'RO1590082',
  issued = '2026-03-05',
  sum = '119.00',
  currency = 'RON',
  isCredit = false,
  more = '',
}: Said): string => {
  const kind = isCredit ? 'CreditNote' : 'Invoice';
  const schema = 'urn:oasis:names:specification:ubl:schema:xsd';
  return `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="${schema}:${kind}-2" xmlns:cac="${schema}:CommonAggregateComponents-2" xmlns:cbc="${schema}:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1</cbc:CustomizationID>
<cbc:ID>${escaped(number)}</cbc:ID><cbc:IssueDate>${issued}</cbc:IssueDate><cbc:DueDate>2026-04-04</cbc:DueDate>
<cbc:${kind}TypeCode>${isCredit ? 381 : 380}</cbc:${kind}TypeCode><cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
${more}${party('Supplier', supplier, cui)}${party('Customer', 'Moara Mare SA', buyer)}
<cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">19.00</cbc:TaxAmount></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount currencyID="${currency}">${withoutVat(sum)}</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="${currency}">${sum}</cbc:TaxInclusiveAmount>
<cbc:PayableAmount currencyID="${currency}">${sum}</cbc:PayableAmount></cac:LegalMonetaryTotal></${kind}>`;
};
