import {
  badgeOf,
  dayOf,
  amountOf,
  longDayOf,
  momentOf,
  monthNameOf,
  monthOf,
  sizeOf,
  timeOf,
  whenOf,
  writeAs,
} from './format';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('what people read', () => {
  it('has dates as DD.MM.YYYY and times as HH:mm, of Bucharest', () => {
    expect(dayOf('2026-11-20T22:30:00.000Z')).toBe('21.11.2026');
    expect(momentOf('2026-11-20T22:05:00.000Z')).toBe('21.11.2026 00:05');
    expect(momentOf('2026-07-01T10:00:00.000Z')).toBe('01.07.2026 13:00');
  });

  it('has dates and times as the person wants them', () => {
    writeAs({ date_format: 'MM/DD/YYYY', time_format: 'hh:mm A' });
    expect(momentOf('2026-11-20T22:05:00.000Z')).toBe('11/21/2026 12:05 AM');
    expect(momentOf('2026-11-20T10:05:00.000Z')).toBe('11/20/2026 12:05 PM');
    expect(momentOf('2026-11-20T15:05:00.000Z')).toBe('11/20/2026 05:05 PM');
    writeAs({ date_format: 'YYYY-MM-DD', time_format: 'HH:mm' });
    expect(momentOf('2026-11-20T22:05:00.000Z')).toBe('2026-11-21 00:05');
    writeAs({ date_format: 'DD.MM.YYYY', time_format: 'HH:mm' });
  });

  it('has of today the time, else the day', () => {
    const now = new Date();
    expect(whenOf(now.toISOString())).toBe(timeOf(now));
    expect(whenOf('2026-01-20T22:05:00.000Z')).toBe('21.01.2026');
    expect(whenOf('2026-01-20T22:05:00.000Z', momentOf)).toBe('21.01.2026 00:05');
  });

  it('has small numbers beside a sign', () => {
    expect([1, 99, 100, 1_000].map(badgeOf)).toEqual(['1', '99', '99+', '99+']);
  });

  it('has the month that it is in Bucharest', () => {
    expect(monthOf(new Date('2026-10-31T22:30:00.000Z'))).toBe('2026-11');
    expect(monthNameOf(new Date('2026-10-31T22:30:00.000Z'), 'ro')).toBe('noiembrie 2026');
    expect(longDayOf('2026-11-20T12:00:00.000Z', 'ro')).toBe('vineri, 20 noiembrie 2026');
    expect(longDayOf('2026-11-20T12:00:00.000Z', 'en')).toMatch(/^Friday,? 20 November 2026$/);
  });

  it.each([
    [0, '0 B', '0 B'],
    [999, '999 B', '999 B'],
    [4395, '4,3 kB', '4.3 kB'],
    [20 * 1024 * 1024, '20 MB', '20 MB'],
    [31_457_280, '30 MB', '30 MB'],
    [150_000_000, '143 MB', '143 MB'],
  ])('has %d bytes as %s and %s', (bytes, ro, en) => {
    expect(plain(sizeOf(bytes, 'ro'))).toBe(ro);
    expect(plain(sizeOf(bytes, 'en'))).toBe(en);
  });

  it('has amounts in lei', () => {
    expect(plain(amountOf(1234.5, null, 'ro'))).toBe('1.234,50 lei');
    expect(plain(amountOf(1234.5, 'RON', 'en'))).toBe('1,234.50 lei');
  });
});
