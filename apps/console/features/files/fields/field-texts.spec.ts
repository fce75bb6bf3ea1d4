import { NO_FIELDS } from '@dosar/contracts';
import { dayIn, sumIn, textsOf } from './field-texts';

describe('what is typed into the fields of a document', () => {
  it.each([
    ['5.3.2026', '2026-03-05'],
    ['05/03/2026', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    [' ', ''],
    ['31.02.2026', null],
    ['mâine', null],
  ])('is the day %s', (text, day) => expect(dayIn(text, 'DD.MM.YYYY')).toBe(day));
  it('is a day as whoever types it writes days', () => expect(dayIn('03/05/2026', 'MM/DD/YYYY')).toBe('2026-03-05'));

  it.each([
    ['1.190,50', 1190.5],
    ['1190.50', 1190.5],
    ['1,190.50', 1190.5],
    ['1.190', 1190],
    ['12 500 lei', 12500],
    ['-3,5', -3.5],
    ['', ''],
    ['1,005', null],
    ['o sută', null],
    ['1'.repeat(13), null],
  ])('is the sum %s', (text, sum) => expect(sumIn(text)).toBe(sum));

  it('is what stands there when nothing was typed', () => {
    const fields = { ...NO_FIELDS, sum: 1190.5, date: '2026-03-05' };
    const texts = textsOf(fields);
    expect([sumIn(texts.sum), dayIn(texts.date, 'DD.MM.YYYY'), texts.number]).toEqual([1190.5, '2026-03-05', '']);
  });
});
