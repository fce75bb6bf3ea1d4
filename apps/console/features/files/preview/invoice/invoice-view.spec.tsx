/** @jest-environment ./testing/browser.cjs */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { OWN_CHECKS, RULES } from '@dosar/invoices/checks';
import { apply } from '../../../../platform/preferences';
import { show } from '../../../../testing/screen';
import { invoiceEn } from './en';
import { InvoiceView } from './invoice-view';
import { invoiceRo } from './ro';

const AV = readFileSync(
  join(__dirname, '../../../../../gateway/demo/documents/brutaria-2026-09/efactura_AV-23846.xml'),
  'utf8',
);
const BUYER = '455780134';

const shown = (xml: string, clientCui: string | null = BUYER) =>
  show(
    <InvoiceView bytes={new TextEncoder().encode(xml).buffer} isCut={false} place={{ clientCui, month: '2026-09' }} />,
  );
/** What is written in one place, whatever blanks a number has. */
const text = (selector: string) => document.querySelector(selector)?.textContent?.replace(/\s/g, ' ') ?? '';

describe('an electronic invoice', () => {
  beforeAll(() => apply({ language: 'ro' }));

  it('that is right says so in one line, in lei', async () => {
    await shown(AV);
    await screen.findByText('Verificări: totul este corect');
    expect(text('[data-name="payable"]')).toBe('De plată71.254,58 lei');
    expect(document.body.textContent).not.toContain('RON');
  });

  it('P3: of which something cannot be checked is not said to be right', async () => {
    await shown(AV, null);
    await screen.findByText(/^o verificare din \d+ nu s-a putut face$/);
    expect(screen.queryByText(/totul este corect/)).toBeNull();
  });

  it('of another client says so, and what else is wrong', async () => {
    await shown(AV.replace('446.72', '400'), '18547290');
    await screen.findByText('Factura nu este a acestui client');
    expect(text('summary')).toBe('Factura nu este a acestui client; Verificări: o neconcordanță');
  });

  it('with a wrong line says which, and what it comes to', async () => {
    await shown(AV.replace('446.72', '400.000000000000'));
    await screen.findByText('Verificări: o neconcordanță');
    expect(text('li[data-outcome="wrong"]')).toBe(
      'Cantitate × preț pe fiecare linie:greșit(scrie 12.508,16, rezultă 11.200,00) · linia 1',
    );
  });

  it('that only lacks what the form asks for is told apart from a wrong one', async () => {
    await shown(AV.replace('<cbc:CountrySubentity>RO-BV</cbc:CountrySubentity>', ''));
    await screen.findByText(/sumele și părțile sunt corecte; o regulă de formă nu este respectată$/);
    expect(text('li[data-form]')).toContain('BR-RO-110');
  });

  it('P4: to a person who gave no number is right, and the zeros are explained', async () => {
    await shown(AV.replace('RO455780134', '0000000000000').replace('RO298161319', 'RO18547290'), '18547290');
    await screen.findByText('persoană fizică, fără cod (13 zerouri)');
    expect(document.querySelectorAll('li[data-outcome="wrong"]:not([data-form])')).toHaveLength(0);
  });

  it('P5: in euro shows the VAT in lei, what it corrects, why no VAT is due and what is taken off a line', async () => {
    await shown(
      AV.replaceAll('currencyID="RON"', 'currencyID="EUR"')
        .replace(
          '<cbc:DocumentCurrencyCode>RON</cbc:DocumentCurrencyCode>',
          '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>RON</cbc:TaxCurrencyCode>' +
            '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>AV-1</cbc:ID><cbc:IssueDate>2026-08-02' +
            '</cbc:IssueDate></cac:InvoiceDocumentReference></cac:BillingReference>',
        )
        .replace(
          '<cac:LegalMonetaryTotal>',
          '<cac:TaxTotal><cbc:TaxAmount currencyID="RON">62940.00</cbc:TaxAmount></cac:TaxTotal><cac:LegalMonetaryTotal>',
        )
        .replace(
          '<cac:Item>',
          '<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>fidelitate' +
            '</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">100.00</cbc:Amount></cac:AllowanceCharge><cac:Item>',
        )
        .replace(
          '<cbc:Percent>21</cbc:Percent>',
          '<cbc:Percent>0</cbc:Percent><cbc:TaxExemptionReason>Art. 294</cbc:TaxExemptionReason>',
        ),
    );
    await screen.findByText('AV-1 / 02.08.2026');
    expect(text('[data-name="vat"]')).toBe('Total TVA12.366,50 EUR');
    expect(text('[data-name="vatAccounted"]')).toBe('Total TVA în lei62.940,00 lei');
    expect(text('[data-name="rate"] small')).toBe('Art. 294');
    expect(text('td small')).toBe('Reducere −100,00 (fidelitate)');
  });

  it('of more lines than are read on a screen says how many there are', async () => {
    const line = /<cac:InvoiceLine>.*?<\/cac:InvoiceLine>/s.exec(AV)![0];
    await shown(AV.replace(line, line.repeat(1_001)));
    expect(document.querySelectorAll('tbody tr')).toHaveLength(1_000);
    await screen.findByText(/^Încă \d+ (de )?rânduri$/);
  });
});

describe('each check', () => {
  const keys = [...RULES.map(({ says }) => says), ...OWN_CHECKS];
  const fields = RULES.flatMap(({ of }) => (of === undefined ? [] : [of]));

  it.each([
    ['Romanian', invoiceRo.invoice],
    ['English', invoiceEn.invoice],
  ])('has a sentence in %s, and no sentence is of none', (_, { says, fields: names, categories }) => {
    expect(Object.keys(says).sort()).toEqual([...new Set(keys)].sort());
    expect(fields.filter((of) => !(of in names) && !(of in categories))).toEqual([]);
    expect(Object.keys(names).filter((name) => !fields.includes(name))).toEqual([]);
  });
});
