import { NumberFormats } from './number-format';

const DAY = 46_086;

describe('a number is shown by its format:', () => {
  const formats = new NumberFormats();
  it.each([
    ['General', 0.1 + 0.2, '0,3'],
    ['General', 1 / 3, '0,333333333333333'],
    ['General', 1_980_101_123_456, '1980101123456'],
    ['General', 1e16, '1E+16'],
    ['General', 1.25e-8, '0,0000000125'],
    ['General', -5.5, '-5,5'],
    ['@', 12.5, '12,5'],
    ['0%', 0.21, '21%'],
    ['0.00%', 0.1234, '12,34%'],
    ['0.00', 1.005, '1,01'],
    ['#,##0.00', -1234.5, '-1.234,50'],
    ['#,##0.00 "lei"', 1234.5, '1.234,50 lei'],
    ['[$$-409]#,##0.00', 1234.5, '$1.234,50'],
    ['[$€-2] 0.00', 5, '€ 5,00'],
    ['00000', 123, '00123'],
    ['0.00E+00', 12_345, '1,23E+04'],
    ['# ?/?', 0.5, '1/2'],
    ['[Red]-0;0', -3, '3'],
    ['#,##0 ;(#,##0)', -12, '(12)'],
    ['what no program reads [', 7, '7'],
    ['0'.repeat(300), 7, '7'],
  ])('%s', (code, value, shown) => expect(formats.shown(value, code)).toBe(shown));

  it('P19: percent, a time of day and what counting leaves behind are as they are meant', () => {
    expect([
      formats.shown(0.21, '0%'),
      formats.shown(0.75, 'h:mm'),
      formats.shown(0.1 + 0.2, 'General'),
      formats.shown(0.30000000000000004, '0.0#'),
    ]).toEqual(['21%', '18:00', '0,3', '0,3']);
  });
});

describe('a day and a time of day', () => {
  const formats = new NumberFormats();
  it.each([
    ['dd.mm.yyyy', DAY, '05.03.2026'],
    ['yyyy-mm-dd', DAY, '05.03.2026'],
    ['m/d/yy', DAY, '05.03.2026'],
    ['yyyy-mm-dd h:mm:ss', DAY + 0.5, '05.03.2026 12:00:00'],
    ['dd/mm/yyyy hh:mm', DAY + 0.75, '05.03.2026 18:00'],
    ['d mmmm yyyy', DAY, '5 martie 2026'],
    ['[$-409]d mmmm yyyy', DAY, '5 March 2026'],
    ['d-mmm-yy', DAY, '5-mar-26'],
    ['mm/yyyy', DAY, '03.2026'],
    ['yyyy"d"', DAY, '2026d'],
    ['h:mm', 0.75, '18:00'],
    ['h:mm:ss', 0.75, '18:00:00'],
    ['h:mm AM/PM', 0.75, '6:00 PM'],
    ['[h]:mm', 1.5, '36:00'],
    ['[h]:mm:ss', 1.5, '36:00:00'],
    ['dd.mm.yyyy', 1, '01.01.1900'],
    ['dd.mm.yyyy', -1, '-1'],
    ['dd.mm.yyyy', 1e9, '1000000000'],
  ])('%s', (code, value, shown) => expect(formats.shown(value, code)).toBe(shown));

  it('P2: of workbooks that count from 1904', () => {
    const from1904 = new NumberFormats({ is1904: true });
    expect(from1904.shown(DAY - 1_462, 'dd.mm.yyyy')).toBe('05.03.2026');
    expect(from1904.shown(DAY - 1_462, 'mmm yyyy')).toBe('mar 2026');
    expect([from1904.shown(0.75, 'h:mm'), from1904.shown(1.5, '[h]:mm')]).toEqual(['18:00', '36:00']);
  });

  it('is found by its numbers, however it is shown', () =>
    expect(new NumberFormats({ isForSearch: true }).shown(DAY, 'd mmmm yyyy')).toBe('5 martie 2026 05.03.2026'));
});
