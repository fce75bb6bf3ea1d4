import { hasSought, searchKey, soughtKey } from './text';

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

describe('what is typed to find something in a list', () => {
  it.each([
    ['Florăria S.R.L.', 'floraria srl'],
    ['RO14399840', '14399840'],
    ['ro 14399840', '14399840'],
    ['RO 14.399.840', '14399840'],
    ['RO 14 399 840', '14399840'],
    ['14399840', '14399840'],
    [' Moara ', 'moara'],
    ['micro 12', 'micro 12'],
    ['ro', 'ro'],
  ])('%s', (typed, key) => expect(soughtKey(typed)).toBe(key));

  it.each([
    ['Construcții Vâlcea SRL 14399840', 's.r.l.'],
    ['Construcții Vâlcea S.R.L. 14399840', 'srl valcea'],
    ['Construcții Vâlcea SRL 14399840', 'VÂLCEA constructii'],
    ['Construcții Vâlcea SRL 14399840', 'ro 1439'],
    ['Construcții Vâlcea SRL', ''],
  ])('finds %s by “%s”', (text, typed) => expect(hasSought(text, typed)).toBe(true));
  it.each([
    ['Construcții Vâlcea SRL', 'S.A.'],
    ['Construcții Vâlcea SRL 14399840', 'RO 14399841'],
  ])('does not find %s by “%s”', (text, typed) => expect(hasSought(text, typed)).toBe(false));
});
