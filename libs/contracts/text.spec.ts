import { searchKey } from './text';

describe('a text as it is looked for in a list', () => {
  it.each([
    ['Moara S.R.L.', 'moara srl'],
    ['Moara s. r. l.', 'moara srl'],
    ['S.C. Moara Bănățeană S.A.', 'sc moara banateana sa'],
    ['P.F.A. Țăranu', 'pfa taranu'],
    ['moara s.r', 'moara sr'],
    ['Moara SRL', 'moara srl'],
    ['ana.pop@firma.ro', 'ana.pop@firma.ro'],
    ['RO 18.547.290', 'ro 18.547.290'],
    ['Alfa & Co.', 'alfa & co.'],
  ])('%s', (written, key) => expect(searchKey(written)).toBe(key));
});
