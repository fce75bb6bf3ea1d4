import { leftUntil } from './days';

const now = Date.parse('2026-03-01T10:00:00.000Z');

describe('what is left of a mandate', () => {
  it.each([
    ['2026-03-08T10:00:00.000Z', ['days', 7]],
    ['2026-03-02T22:00:00.000Z', ['hours', 36]],
    ['2026-03-01T10:01:30.000Z', ['minutes', 2]],
    ['2026-03-01T09:00:00.000Z', ['minutes', 0]],
  ] as const)('until %s', (until, left) => expect(leftUntil(until, now)).toEqual(left));
});
