import { learnTime, now } from './clock';

const HOUR = 3_600_000;
const byServer = (ms: number) => learnTime(new Date(ms).toUTCString());

describe('the time that it is', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-27T08:00:00.000Z') }));
  afterEach(() => {
    byServer(Date.now());
    jest.useRealTimers();
  });

  it.each([
    ['25 days behind', 25 * 24 * HOUR],
    ['3 hours ahead', -3 * HOUR],
    ['a year ahead', -365 * 24 * HOUR],
  ])('is that of the server, where the clock is %s, and goes on', (_, wrong) => {
    const right = Date.now() + wrong;
    byServer(right);
    expect(now().getTime()).toBe(right);
    jest.advanceTimersByTime(HOUR);
    expect(now().getTime()).toBe(right + HOUR);
    // the clock is set right
    jest.setSystemTime(right + HOUR);
    byServer(right + HOUR);
    expect(now().getTime()).toBe(right + HOUR);
  });

  it('is that of this computer where it is right, or nobody has said', () => {
    byServer(Date.now() - 60_000);
    learnTime(null);
    learnTime('someday');
    expect(now().getTime()).toBe(Date.now());
  });
});
