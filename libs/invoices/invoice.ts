/**
 * An electronic invoice as its XML says it (EN 16931), in UBL 2.1 or in CII. Texts are as they are written, '' where nothing
 * is; numbers are in hundredths, null where nothing is or no number.
 */
export type Address = {
  readonly street: string;
  readonly more: readonly string[];
  readonly city: string;
  readonly zip: string;
  readonly county: string;
  readonly country: string;
};
export type Party = {
  /** The legal one, else the one of trade. */
  readonly name: string;
  readonly legalName: string;
  readonly tradeName: string;
  /** The number by which it is known to tax offices, whatever field it stands in. */
  readonly cui: string;
  readonly vatId: string;
  readonly taxId: string;
  readonly legalId: string;
  readonly ids: readonly string[];
  readonly address: Address | null;
};
/** What is taken off a line or the whole, or put on it. */
export type Adjustment = {
  readonly isCharge: boolean;
  readonly amount: string;
  readonly base: string;
  readonly percent: string;
  readonly reason: string;
  readonly reasonCode: string;
  readonly category: string;
  readonly rate: string;
};
export type InvoiceLine = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly note: string;
  readonly quantity: string;
  readonly unit: string;
  readonly price: string;
  /** The price is for so many. */
  readonly base: string;
  readonly amount: string;
  readonly category: string;
  readonly percent: string;
  readonly adjustments: readonly Adjustment[];
};
export type VatRate = {
  readonly category: string;
  readonly percent: string;
  readonly taxable: string;
  readonly tax: string;
  /** Why nothing is to be paid: BT-120, and its code BT-121. */
  readonly reason: string;
  readonly reasonCode: string;
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
/** The invoice that this one corrects or continues (BG-3). */
export type Preceding = { readonly number: string; readonly issued: string };
export type Period = { readonly from: string; readonly to: string; readonly code: string };
export type Payment = { readonly means: string; readonly account: string };
export type Invoice = {
  readonly syntax: 'ubl' | 'cii';
  readonly isCredit: boolean;
  readonly customization: string;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly typeCode: string;
  readonly currency: string;
  /** In which VAT is accounted for, when it is another one (BT-6). */
  readonly taxCurrency: string;
  readonly supplier: Party;
  readonly buyer: Party;
  readonly representative: Party | null;
  readonly notes: readonly string[];
  readonly terms: string;
  readonly payments: readonly Payment[];
  readonly preceding: readonly Preceding[];
  readonly period: Period | null;
  readonly delivered: string;
  readonly deliveryAddress: Address | null;
  readonly attachments: readonly Attachment[];
  readonly adjustments: readonly Adjustment[];
  readonly lines: readonly InvoiceLine[];
  readonly rates: readonly VatRate[];
  /** How often VAT is summed up in the invoice's own currency: once, if all is well. */
  readonly vatTotals: number;
  readonly vat: number | null;
  readonly totals: Readonly<Record<Total, number | null>>;
  /** The same as they are written, and VAT in the currency that it is accounted for in (BT-111). */
  readonly written: Readonly<Record<Total | 'vat' | 'vatAccounted', string>>;
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
