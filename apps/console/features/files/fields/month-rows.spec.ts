import { NO_FIELDS, type FolderTree, type MonthsInvoice } from '@dosar/contracts';
import { monthAround, monthRows, monthsBefore } from './month-rows';

const invoice: MonthsInvoice = {
  id: 'f',
  name: 'factura.xml',
  folder_id: null,
  process_state: 'new',
  tags: [],
  fields: {
    ...NO_FIELDS,
    number: 'FA 1',
    issuer: 'Alfa SRL',
    date: '2026-03-05',
    sum: -1190.5,
    net: -1000.42,
    currency: 'RON',
  },
  kind: 'received',
  is_repeated: true,
};

it('a month is written as rows: days and sums as they are written here, what is not known as nothing', () =>
  expect(
    monthRows([invoice], { heads: ['Fel'], kinds: { issued: 'Emisă', received: 'Primită' }, repeated: 'dublură' }),
  ).toEqual([
    ['Fel'],
    ['Primită', '05.03.2026', 'FA 1', 'Alfa SRL', '', '-1000,42', '', '-1190,50', 'lei', '', 'factura.xml', 'dublură'],
  ]));

it('the months before one go over the turn of the year', () =>
  expect(monthsBefore('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12']));

it('the month of a folder is that of the structure above it', () => {
  const folder = (id: string, category_key: string | null, children: FolderTree[] = []) =>
    ({ id, name: id, category_key, children }) as unknown as FolderTree;
  const tree = [
    folder('year', 'an_2026', [folder('march', 'luna_2026-03', [folder('issued', 'emise')])]),
    folder('other', null),
  ];
  expect(['issued', 'march', 'year', 'other', null].map((id) => monthAround(tree, id))).toEqual([
    '2026-03',
    '2026-03',
    null,
    null,
    null,
  ]);
});
