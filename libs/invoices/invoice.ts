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
/** A document that came with the invoice: inside it as base64, or at an address elsewhere. */
export type Attachment = {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description: string;
  readonly base64: string;
  readonly address: string;
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
  readonly attachments: readonly Attachment[];
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
