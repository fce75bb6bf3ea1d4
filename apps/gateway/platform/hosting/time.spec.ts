import { endOf, lastDays, startOf, today } from './time';

describe('days without a time', () => {
  it.each([
    ['in winter', '2026-11-21', '2026-11-20T22:00:00.000Z', '2026-11-21T22:00:00.000Z'],
    ['in summer', '2026-07-01', '2026-06-30T21:00:00.000Z', '2026-07-01T21:00:00.000Z'],
    ['when the clocks go forward', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    ['when they go back', '2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T22:00:00.000Z'],
  ])('begin and end in Bucharest, wherever the process runs: %s', (_, day, start, end) => {
    expect([startOf(day).toISOString(), endOf(day).toISOString()]).toEqual([start, end]);
  });

  it('change there', () => {
    expect(today(new Date('2026-11-20T21:59:59Z'))).toBe('2026-11-20');
    expect(today(new Date('2026-11-20T22:00:00Z'))).toBe('2026-11-21');
  });

  it('go back over a change of the clocks', () => {
    expect(lastDays(3, new Date('2026-03-29T22:30:00Z'))).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(lastDays(2, new Date('2026-10-25T21:30:00Z'))).toEqual(['2026-10-24', '2026-10-25']);
  });

  it('are no days when they have a time: an instant includes itself', () => {
    const instant = '2026-11-20T21:59:59.123Z';
    expect([startOf(instant).toISOString(), endOf(instant).toISOString()]).toEqual([
      instant,
      '2026-11-20T21:59:59.124Z',
    ]);
  });
});
