import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksOf, type Check, type Place } from './checks';
import { readInvoice } from './read-invoice';
import { inUbl } from './testing/in-ubl';
import { AT_CLUJ, CNP } from './testing/right-samples';
import { sampleOf, type Sample } from './testing/samples';

const AV = readFileSync(
  join(__dirname, '../../apps/gateway/demo/documents/brutaria-2026-09/efactura_AV-23846.xml'),
  'utf8',
);
const HERE: Place = { clientCui: '455780134', month: '2026-09' };

const checks = (xml: string, place = HERE) => checksOf(readInvoice(xml)!, place);
const named = (xml: string, outcome: Check['outcome'], place = HERE) =>
  checks(xml, place).flatMap((each) => (each.outcome === outcome ? [each.name] : []));
const found = (name: string, over: Partial<Sample>) =>
  checks(inUbl(sampleOf(over)), { clientCui: '18547290', month: null }).find((each) => each.name === name);

describe('an electronic invoice', () => {
  it('is right where it lies', () => {
    expect(named(AV, 'wrong')).toEqual([]);
    expect(named(AV, 'unknown')).toEqual([]);
  });

  it.each([
    ['of another client', AV, { ...HERE, clientCui: '18547290' }, ['client']],
    ['in the folder of another month', AV, { ...HERE, month: '2026-10' }, ['month']],
    ['with a mistyped CUI', AV.replace('RO298161319', 'RO298161318'), HERE, ['supplierCui']],
    ['with a line that the sum does not have', AV.replace('12508.16', '12508.18'), HERE, ['BR-CO-10']],
    ['with VAT that the total does not have', AV.replaceAll('12366.50', '12366.56'), HERE, ['BR-CO-15']],
    [
      'with VAT wrong by more than the rules allow',
      AV.replaceAll('12366.50', '12367.50'),
      HERE,
      ['BR-CO-15', 'BR-CO-17', 'BR-S-09'],
    ],
    ['with a wrong sum to pay', AV.replace(/(PayableAmount currencyID="RON">)71254.58/, '$11.00'), HERE, ['BR-CO-16']],
  ])('%s is found out', (_, text, place, wrong) => expect(named(text, 'wrong', place)).toEqual(wrong));

  it('that says less than it must is not called right', () => {
    const text = AV.replace(/<cac:LegalMonetaryTotal>.*?<\/cac:LegalMonetaryTotal>/s, '');
    expect(named(text, 'unknown')).toEqual(['BR-CO-10', 'BR-CO-13', 'BR-CO-15', 'BR-CO-16']);
    expect(named(text, 'wrong')).toEqual(['BR-12', 'BR-13', 'BR-14', 'BR-15']);
  });

  it('is not said to be of the month of a folder that has none', () =>
    expect(checks(AV, { ...HERE, month: null }).map(({ name }) => name)).not.toContain('month'));
});

describe('a number', () => {
  const NOBODY = '1800101221145';
  it.each([
    ['of a person who gives none', { legalId: '0000000000000', ...AT_CLUJ }, 'right', 'unnamed'],
    ['of such a person in another field', { id: '0000000000000', ...AT_CLUJ }, 'right', 'unnamed'],
    ['of a person', { legalId: CNP, ...AT_CLUJ }, 'right', 'person'],
    ['of a person, mistyped', { legalId: NOBODY, ...AT_CLUJ }, 'wrong', 'person'],
    ['of a company', { vatId: 'RO 14399840', ...AT_CLUJ }, 'right', 'company'],
    ['of a company that pays no VAT', { taxId: '14399840', ...AT_CLUJ }, 'right', 'company'],
    [
      'of a company beside that of the trade register',
      { legalId: 'J12/1/2015', taxId: '14399840', ...AT_CLUJ },
      'right',
      'company',
    ],
    ['of a company, mistyped', { vatId: 'RO14399841', ...AT_CLUJ }, 'wrong', 'company'],
    ['of somebody abroad', { vatId: 'DE123456789', country: 'DE' }, 'unknown', 'foreign'],
    ['of somebody outside of the Union', { legalId: '14399841', country: 'MD' }, 'unknown', 'foreign'],
    ['of a foreigner who is registered here', { vatId: 'RO14399841', country: 'DE' }, 'wrong', 'company'],
    ['that is missing', AT_CLUJ, 'unknown', 'unknown'],
  ] as const)('%s is checked as what it is', (_, buyer, outcome, who) =>
    expect(found('buyerCui', { buyer: { name: 'X', ...buyer } })).toMatchObject({ outcome, who }),
  );
});

describe('a line', () => {
  const of = (quantity: string, price: string, amount: string) =>
    found('lineAmounts', { lines: [{ id: '7', quantity, price, amount }] });

  it.each([
    ['that comes to what is written', '3', '333.333333333333', '1000.00', 'right'],
    ['that is off by a hundredth', '3', '33.33', '100.00', 'right'],
    ['with a sign', '+2', '+500', '+1000.00', 'right'],
    ['with nothing before the point', '4', '.25', '1.00', 'right'],
    ['that is wrong by a hundred, at a price of many places', '3', '333.333333333333', '900.00', 'wrong'],
    ['that is wrong with a sign', '+2', '500', '+900.00', 'wrong'],
    ['of many pieces at a price that was rounded', '1000', '0.33', '333.33', 'unknown'],
    ['of many pieces that no rounding explains', '1000', '0.33', '340.00', 'wrong'],
    ['that is no number', '3', 'zece', '30.00', 'unknown'],
    ['of 10 to the power of 400', '1', `1${'0'.repeat(400)}`, `1${'0'.repeat(400)}.00`, 'right'],
  ])('%s', (_, quantity, price, amount, outcome) => expect(of(quantity, price, amount)).toMatchObject({ outcome }));

  it('that is wrong is named, with what it comes to', () =>
    expect(of('3', '333.333333333333', '900.00')).toMatchObject({
      where: '7',
      told: { found: '900.00', expected: '1000.00' },
    }));
});

describe('a difference that the rules allow', () => {
  it('is right, and told', () => {
    const xml = inUbl(sampleOf()).replaceAll('26.25', '27.24').replaceAll('151.25', '152.24');
    expect(named(xml, 'wrong', { clientCui: null, month: null })).toEqual([]);
    expect(checks(xml).find(({ name }) => name === 'BR-CO-17')).toMatchObject({
      outcome: 'right',
      told: { found: '27.24', expected: '26.25' },
    });
  });
});

describe('an invoice from abroad', () => {
  const supplier = { name: 'Mühle GmbH', vatId: 'DE123456789', street: 'Markt 1', city: 'Köln', country: 'DE' };
  const xml = inUbl(sampleOf({ supplier, customization: 'urn:cen.eu:en16931:2017', currency: 'EUR' }));

  it('is not measured by the national rules, which is told', () => {
    expect(named(xml, 'wrong', { clientCui: null, month: null })).toEqual([]);
    expect(checks(xml).find(({ name }) => name === 'national')).toMatchObject({ outcome: 'unknown' });
  });
});
