import { NO_FIELDS, type MonthsInvoice } from '@dosar/contracts';
import { monthRows, monthsBefore } from './month-rows';

const invoice: MonthsInvoice = {
  id: 'f',
  name: 'factura.xml',
  folder_id: null,
  process_state: 'new',
  tags: [],
  fields: { ...NO_FIELDS, number: 'FA 1', issuer: 'Alfa SRL', date: '2026-03-05', sum: -1190.5, currency: 'RON' },
  kind: 'received',
  is_repeated: true,
};

it('a month is written as rows: days and sums as they are written here, what is not known as nothing', () =>
  expect(
    monthRows([invoice], { heads: ['Fel'], kinds: { issued: 'Emisă', received: 'Primită' }, repeated: 'dublură' }),
  ).toEqual([
    ['Fel'],
    ['Primită', '05.03.2026', 'FA 1', 'Alfa SRL', '', '-1190,50', 'RON', '', 'factura.xml', 'dublură'],
  ]));

it('the months before one go over the turn of the year', () =>
  expect(monthsBefore('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12']));
