import { Limits } from './limits';

describe('a rate', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** How many more somebody may do before they are refused. */
  const left = (limits: Limits, rate: 'writes' | 'socketEvents', who: string): number => {
    for (let count = 0; ; count += 1)
      try {
        limits.take(rate, who);
      } catch (error) {
        expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
        return count;
      }
  };

  it.each([
    ['writes', 300, 100],
    ['socketEvents', 40, 20],
  ] as const)('of %s is %i at once, then %i a second, for each by themselves', (rate, burst, perSecond) => {
    const limits = new Limits(true);
    expect(left(limits, rate, 'ana')).toBe(burst);
    expect(left(limits, rate, 'ana')).toBe(0);
    expect(left(limits, rate, 'ion')).toBe(burst);
    jest.advanceTimersByTime(1_000);
    expect(left(limits, rate, 'ana')).toBe(perSecond);
    jest.advanceTimersByTime(60_000);
    expect(left(limits, rate, 'ana')).toBe(burst);
  });

  it('does not hold where limits are switched off', () => {
    const limits = new Limits(false);
    for (let count = 0; count < 1_000; count += 1) expect(() => limits.take('writes', 'ana')).not.toThrow();
  });
});
