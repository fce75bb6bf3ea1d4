import { belowOf, nameOf, periodOf } from './buckets';

describe('a part of time that is picked', () => {
  // midnight of Bucharest, in winter and in summer
  it('is looked for by its days there', () => {
    expect(periodOf('2026-11-25T22:00:00.000Z', 'day')).toEqual({ date_from: '2026-11-26', date_to: '2026-11-26' });
    expect(periodOf('2026-07-31T21:00:00.000Z', 'day')).toEqual({ date_from: '2026-08-01', date_to: '2026-08-01' });
    expect(periodOf('2028-01-31T22:00:00.000Z', 'month')).toEqual({ date_from: '2028-02-01', date_to: '2028-02-29' });
  });

  it('is looked for to its last moment, where it is an hour', () => {
    const hour = { date_from: '2026-10-25T00:00:00.000Z', date_to: '2026-10-25T00:59:59.999Z' };
    expect(periodOf('2026-10-25T00:00:00.000Z', 'hour')).toEqual(hour);
  });

  it('is called by its hour, day or month', () => {
    expect(nameOf('2026-11-25T22:00:00.000Z', 'hour', 'ro')).toBe('26.11.2026 00:00');
    expect(nameOf('2026-11-25T22:00:00.000Z', 'day', 'ro')).toBe('26.11.2026');
    expect(nameOf('2026-10-31T22:00:00.000Z', 'month', 'ro')).toBe('noiembrie 2026');
  });

  it('is written under some bars, the last one always', () => {
    const days = Array.from({ length: 26 }, (_, at) => new Date(Date.UTC(2026, 10, 1 + at)).toISOString());
    const written = days.map((_, at) => belowOf(days, at, 'day')).filter((text) => text !== undefined);
    expect(written).toEqual(['2.11', '6.11', '10.11', '14.11', '18.11', '22.11', '26.11']);
  });
});
