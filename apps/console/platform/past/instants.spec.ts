import { endOfDay, exactMomentOf, isoDayOf } from './instants';

it('a day ends there, whatever its offset', () => {
  expect(endOfDay('2026-09-05')).toBe('2026-09-05T23:59:59.999+03:00');
  expect(endOfDay('2026-12-05')).toBe('2026-12-05T23:59:59.999+02:00');
  // the day on which clocks are set back, and the one before
  expect(endOfDay('2026-10-25')).toBe('2026-10-25T23:59:59.999+02:00');
  expect(endOfDay('2026-10-24')).toBe('2026-10-24T23:59:59.999+03:00');
  expect(isoDayOf(endOfDay('2026-10-25'))).toBe('2026-10-25');
});

it('in the hour that comes twice a moment says which of them it is', () => {
  expect(exactMomentOf('2026-10-25T00:30:00.000Z')).toBe('25.10.2026 03:30 (UTC+03:00)');
  expect(exactMomentOf('2026-10-25T01:30:00.000Z')).toBe('25.10.2026 03:30 (UTC+02:00)');
  expect(exactMomentOf('2026-10-25T02:30:00.000Z')).toBe('25.10.2026 04:30');
});
