/** @jest-environment ./testing/browser.cjs */
import { awaitConnection, connectionIsBack, onBack } from './connection';
import { isPassing, Refused, Unreachable } from '../refusals';

describe('the line to the server', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => {
    connectionIsBack();
    jest.useRealTimers();
  });

  /** A server that is unavailable for that many requests. */
  const aServer = (away: number) => {
    let asked = 0;
    globalThis.fetch = async () => {
      asked += 1;
      if (asked <= away) throw new TypeError('no line');
      return Response.json({ status: 'ok' });
    };
    return () => asked;
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('is asked for about once a second until it is back, and then everybody is told', async () => {
    const asked = aServer(2);
    let told = 0;
    const stop = onBack(() => (told += 1));
    awaitConnection();
    awaitConnection();
    await pass(900);
    expect(asked()).toBe(0);
    await pass(700);
    expect([asked(), told]).toEqual([1, 0]);
    await pass(4_000);
    expect([asked(), told]).toEqual([3, 1]);
    stop();
    connectionIsBack();
    expect(told).toBe(1);
  });

  it('is asked more and more rarely while it answers and something fails all the same', async () => {
    await pass(120_000);
    const asked = aServer(0);
    let before = 0;
    for (const rest of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      awaitConnection();
      await pass(rest - 1);
      expect(asked()).toBe(before);
      await pass(501);
      before += 1;
      expect(asked()).toBe(before);
    }
    // after a while without failures the backoff starts again
    await pass(61_000);
    awaitConnection();
    await pass(1_501);
    expect(asked()).toBe(before + 1);
  });

  it('may help what failed without an answer, or with one that passes', () => {
    const refused = (status: number) => new Refused(status, { error: 'x', code: 'UNAVAILABLE', correlation_id: 'c' });
    // a hotel's page, or one that asks for its password
    expect([200, 302, 511].map((status) => new Refused(status, {})).every(isPassing)).toBe(true);
    expect([new Unreachable(), refused(502), refused(503), refused(504)].every(isPassing)).toBe(true);
    expect([refused(500), refused(404), new Error('x')].some(isPassing)).toBe(false);
  });
});
