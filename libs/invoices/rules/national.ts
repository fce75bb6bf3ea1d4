import type { Address, Invoice } from '../invoice';
import { isNational } from '../who';
import { COUNTIES, SECTORS } from './codes';
import { eachLine, must, UNKNOWN, worst, type Rule } from './rule';

/** A rule of RO_CIUS; it is about no invoice that is issued elsewhere. */
const rule = (name: string, says: string, find: Rule['find'], more: Pick<Rule, 'of' | 'most'> = {}): Rule => ({
  name,
  group: 'form',
  source: 'ro',
  says,
  ...more,
  find: (invoice) => (isNational(invoice) ? find(invoice) : null),
});

const SPECIFICATION = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:';

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

const isDay = (text: string): boolean => {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return false;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return at.getUTCMonth() + 1 === Number(month) && at.getUTCDate() === Number(day);
};

const day = (name: string, of: string, textOf: (invoice: Invoice) => string): Rule =>
  rule(
    name,
    'day',
    (invoice) => {
      const text = textOf(invoice);
      return text === '' ? null : must(isDay(text));
    },
    { of },
  );

const addresses = {
  supplier: ({ supplier }: Invoice) => supplier.address,
  buyer: ({ buyer }: Invoice) => buyer.address,
  representative: ({ representative }: Invoice) => representative?.address ?? null,
  delivery: ({ deliveryAddress }: Invoice) => deliveryAddress,
};
type Whose = keyof typeof addresses;

/** A rule about an address that must be there for the first two, and may be missing for the others. */
const address = (name: string, says: string, of: Whose, isSo: (address: Address) => boolean): Rule =>
  rule(
    name,
    says,
    (invoice) => {
      const found = addresses[of](invoice);
      if (found) return must(isSo(found));
      return says === 'street' || says === 'city' ? missing(of) : null;
    },
    { of },
  );

const missing = (of: Whose) => (of === 'supplier' || of === 'buyer' ? must(false) : null);

const hasStreet = ({ street }: Address) => street !== '';
const hasCity = ({ city }: Address) => city !== '';
const isSector = ({ country, county, city }: Address) => country !== 'RO' || county !== 'RO-B' || SECTORS.has(city);
const isCounty = ({ country, county }: Address) => country !== 'RO' || COUNTIES.has(county);

const ADDRESSES: readonly Rule[] = [
  address('BR-RO-081', 'street', 'supplier', hasStreet),
  address('BR-RO-082', 'street', 'buyer', hasStreet),
  address('BR-RO-091', 'city', 'supplier', hasCity),
  address('BR-RO-092', 'city', 'buyer', hasCity),
  address('BR-RO-100', 'sector', 'supplier', isSector),
  address('BR-RO-101', 'sector', 'buyer', isSector),
  address('BR-RO-110', 'county', 'supplier', isCounty),
  address('BR-RO-111', 'county', 'buyer', isCounty),
  address('BR-RO-140', 'street', 'representative', hasStreet),
  address('BR-RO-150', 'city', 'representative', hasCity),
  address('BR-RO-160', 'sector', 'representative', isSector),
  address('BR-RO-170', 'county', 'representative', isCounty),
  address('BR-RO-180', 'street', 'delivery', hasStreet),
  address('BR-RO-201', 'city', 'delivery', hasCity),
  address('BR-RO-202', 'sector', 'delivery', isSector),
  address('BR-RO-211', 'anyCounty', 'delivery', ({ county }) => county !== ''),
  address('BR-RO-212', 'county', 'delivery', isCounty),
];

const lengthOf = (text: string) => [...text.replace(/\s+/g, ' ').trim()].length;

const length = (name: string, most: number, of: string, textsOf: (invoice: Invoice) => readonly string[]): Rule =>
  rule(name, 'length', (invoice) => worst(textsOf(invoice).map((text) => must(lengthOf(text) <= most))), { of, most });

const lineLength = (name: string, most: number, of: string, textOf: (line: Invoice['lines'][number]) => string): Rule =>
  rule(
    name,
    'lengthInLines',
    eachLine((line) => must(lengthOf(textOf(line)) <= most)),
    { of, most },
  );

const LENGTHS: readonly Rule[] = [
  length('BR-RO-L155', 200, 'number', ({ number }) => [number]),
  length('BR-RO-L156', 200, 'preceding', ({ preceding }) => preceding.map(({ number }) => number)),
  length('BR-RO-L201', 200, 'supplierName', ({ supplier }) => [supplier.legalName]),
  length('BR-RO-L203', 200, 'buyerName', ({ buyer }) => [buyer.legalName]),
  length('BR-RO-L151', 150, 'supplierStreet', ({ supplier }) => [supplier.address?.street ?? '']),
  length('BR-RO-L152', 150, 'buyerStreet', ({ buyer }) => [buyer.address?.street ?? '']),
  length('BR-RO-L0501', 50, 'supplierCity', ({ supplier }) => [supplier.address?.city ?? '']),
  length('BR-RO-L0502', 50, 'buyerCity', ({ buyer }) => [buyer.address?.city ?? '']),
  length('BR-RO-L0201', 20, 'supplierZip', ({ supplier }) => [supplier.address?.zip ?? '']),
  length('BR-RO-L0202', 20, 'buyerZip', ({ buyer }) => [buyer.address?.zip ?? '']),
  length('BR-RO-L301', 300, 'terms', ({ terms }) => [terms]),
  length('BR-RO-L302', 300, 'note', ({ notes }) => notes),
  length('BR-RO-L0308', 200, 'attachment', ({ attachments }) => attachments.map(({ id }) => id)),
  length('BR-RO-L1020', 100, 'description', ({ attachments }) => attachments.map(({ description }) => description)),
  lineLength('BR-RO-L1024', 100, 'item', ({ name }) => name),
  lineLength('BR-RO-L212', 200, 'itemDescription', ({ description }) => description),
  lineLength('BR-RO-L303', 300, 'lineNote', ({ note }) => note),
];

const INVOICES = ['380', '384', '389', '751'];
const CREDIT_NOTES = ['381'];

const typeCode: Rule['find'] = ({ syntax, isCredit, typeCode: code }) => {
  if (code === '') return null;
  if (syntax === 'cii') return must([...INVOICES, ...CREDIT_NOTES].includes(code));
  return must((isCredit ? CREDIT_NOTES : INVOICES).includes(code));
};

/** Of VAT, all but what is outside of it. */
const IN_VAT = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M']);

const whenTaxed = (isSo: (invoice: Invoice) => boolean): Rule['find'] => {
  return (invoice) => {
    // the rule names the lines of invoices, and not those of credit notes
    const lines = invoice.syntax === 'ubl' && invoice.isCredit ? [] : invoice.lines;
    const isTaxed = [...lines, ...invoice.adjustments].some(({ category }) => IN_VAT.has(category));
    return isTaxed ? must(isSo(invoice)) : null;
  };
};

export const NATIONAL: readonly Rule[] = [
  rule('BR-RO-001', 'specification', ({ customization }) =>
    // the former version was right in its time, which no public text says the end of
    customization === `${SPECIFICATION}1.0.0` ? UNKNOWN : must(customization === `${SPECIFICATION}1.0.1`),
  ),
  rule('BR-RO-010', 'digit', ({ number }) => (number === '' ? null : must(/\d/.test(number)))),
  rule('BR-RO-020', 'typeCode', typeCode),
  rule('BR-RO-040', 'taxPoint', ({ syntax, period }) =>
    syntax === 'ubl' && period?.code ? must(['3', '35', '432'].includes(period.code)) : null,
  ),
  rule(
    'BR-RO-065',
    'sellerTaxId',
    whenTaxed(
      ({ supplier, representative }) =>
        supplier.vatId !== '' || supplier.taxId !== '' || (representative?.vatId ?? '') !== '',
    ),
  ),
  rule(
    'BR-RO-120',
    'buyerId',
    whenTaxed(({ buyer: { legalId, vatId, taxId } }) => legalId !== '' || vatId !== '' || taxId !== ''),
  ),
  ...ADDRESSES,
  rule('BR-RO-A020', 'notes', ({ notes }) => must(notes.length <= 20)),
  ...LENGTHS,
  day('BR-RO-DT001', 'issued', ({ issued }) => issued),
  day('BR-RO-DT003', 'due', ({ due }) => due),
];
