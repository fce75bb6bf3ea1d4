import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksOf, type Place } from './checks';
import type { Invoice } from './invoice';
import { readInvoice } from './read-invoice';

const DOCUMENTS = join(__dirname, '../../apps/gateway/demo/documents');
const AV = readFileSync(join(DOCUMENTS, 'efactura_AV-85926.xml'), 'utf8');
const HERE: Place = { clientCui: '617173556', month: '2026-09' };

const read = (text: string): Invoice => readInvoice(text)!;
const wrongIn = (text: string, place = HERE) =>
  checksOf(read(text), place).flatMap(({ name, outcome }) => (outcome === 'wrong' ? [name] : []));

describe('an electronic invoice', () => {
  it('says who sold what to whom, and for how much', () => {
    expect(read(AV)).toMatchObject({
      number: 'AV-85926',
      issued: '2026-09-01',
      due: '2026-10-01',
      typeCode: '380',
      currency: 'RON',
      supplier: { name: 'Construcții Vâlcea SRL', cui: 'RO680784170' },
      buyer: { name: 'Brutăria Țărănească SRL', cui: 'RO617173556' },
      totals: { exclusive: 7_153_734, inclusive: 8_656_018, payable: 8_656_018, prepaid: null },
      rates: [{ percent: '21', taxable: 7_153_734, tax: 1_502_284 }],
    });
    expect(read(AV).lines[0]).toMatchObject({ name: 'materiale de construcție', quantity: '36', amount: 3_226_176 });
  });

  it('is right where it lies', () => expect(wrongIn(AV)).toEqual([]));

  it.each([
    ['of another client', AV, { ...HERE, clientCui: '18547290' }, ['client']],
    ['in the folder of another month', AV, { ...HERE, month: '2026-10' }, ['month']],
    ['with a mistyped CUI', AV.replace('RO680784170', 'RO680784171'), HERE, ['supplierCui']],
    ['with a wrong line', AV.replace('32261.76', '32261.78'), HERE, ['lineAmounts', 'lineSum']],
    ['with wrong VAT', AV.replaceAll('15022.84', '15022.90'), HERE, ['vatRates', 'inclusive']],
    [
      'with a wrong sum to pay',
      AV.replace('PayableAmount currencyID="RON">86560.18', 'PayableAmount>1.00'),
      HERE,
      ['payable'],
    ],
  ])('%s is found out', (_, text, place, wrong) => expect(wrongIn(text, place)).toEqual(wrong));

  it('with allowances on a line and on the whole is counted with them', () => {
    const text = AV.replace(
      '<cbc:LineExtensionAmount currencyID="RON">32261.76</cbc:LineExtensionAmount>',
      '<cbc:LineExtensionAmount currencyID="RON">32161.76</cbc:LineExtensionAmount><cac:AllowanceCharge>' +
        '<cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount>100.00</cbc:Amount></cac:AllowanceCharge>',
    );
    expect(wrongIn(text)).toEqual(['lineSum']);
  });

  it('that says less than it must is not called right', () => {
    const text = AV.replace(/<cac:LegalMonetaryTotal>.*?<\/cac:LegalMonetaryTotal>/s, '');
    const unknown = checksOf(read(text), HERE).filter(({ outcome }) => outcome === 'unknown');
    expect(unknown.map(({ name }) => name)).toEqual(['lineSum', 'exclusive', 'inclusive', 'payable']);
  });

  it.each([
    ['other XML', '<declaratie/>'],
    ['the same names without their namespace', '<Invoice><ID>1</ID></Invoice>'],
  ])('is not %s', (_, text) => expect(readInvoice(text)).toBeNull());

  it.each([
    ['broken XML', '<Invoice'],
    ['a document type', '<!DOCTYPE x><x/>'],
    ['entities', '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><x>&a;&c;</x>'],
  ])('is not read from %s', (_, text) => expect(readInvoice(text)).toBeNull());
});
