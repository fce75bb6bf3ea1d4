/** @jest-environment ./testing/browser.cjs */
import { Refused, Unreachable } from '../refusals';
import { goOn, patiently, pausedUntil, SLOW_MS, slowCalls, watched } from './waits';

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const tooMany = (after: number | null) => new Refused(429, {}, after);

/** Fails so often, for these reasons. */
const failing = (...reasons: readonly Error[]) => {
  const left = reasons.slice();
  let sent = 0;
  return {
    sent: () => sent,
    send: () => {
      sent += 1;
      const reason = left.shift();
      return reason ? Promise.reject(reason) : Promise.resolve('done');
    },
  };
};

describe('a call', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('of which there were too many is sent again when the server said, and says until when it waits', async () => {
    const { send, sent } = failing(tooMany(7), tooMany(null));
    const going = patiently(send);
    await pass(0);
    expect(pausedUntil.get()).toBe(Date.now() + 7_000);
    await pass(6_999);
    expect(sent()).toBe(1);
    await pass(1);
    expect(sent()).toBe(2);
    await pass(5_000);
    expect(await going).toBe('done');
    expect(pausedUntil.get()).toBeNull();
  });

  it('is sent three times at most', async () => {
    const { send, sent } = failing(tooMany(1), tooMany(1), tooMany(1), tooMany(1));
    const going = expect(patiently(send)).rejects.toMatchObject({ status: 429 });
    await pass(2_000);
    await going;
    expect(sent()).toBe(3);
  });

  it.each([
    ['that is to wait for long', tooMany(31)],
    ['that is refused for another reason', new Refused(503, {}, 1)],
    ['that was not answered', new Unreachable()],
  ])('%s is not sent again by itself', async (_, reason) => {
    const { send, sent } = failing(reason);
    await expect(patiently(send)).rejects.toBe(reason);
    expect(sent()).toBe(1);
  });

  it('waits no longer once somebody presses, or has left', async () => {
    const pressed = failing(tooMany(20));
    const going = patiently(pressed.send);
    await pass(0);
    goOn();
    expect(await going).toBe('done');
    const leaving = new AbortController();
    const left = failing(tooMany(20), new Unreachable('left'));
    const ended = expect(patiently(left.send, leaving.signal)).rejects.toThrow('left');
    await pass(0);
    leaving.abort();
    await ended;
    expect(pausedUntil.get()).toBeNull();
  });

  it('that is not answered for five seconds is slow, until it is', async () => {
    let answer = () => {};
    const going = watched(new Promise<void>((resolve) => (answer = resolve)));
    await pass(SLOW_MS - 1);
    expect(slowCalls.get()).toBe(0);
    await pass(1);
    expect(slowCalls.get()).toBe(1);
    answer();
    await going;
    expect(slowCalls.get()).toBe(0);
    await expect(watched(Promise.reject(new Unreachable()))).rejects.toThrow();
    await pass(SLOW_MS);
    expect(slowCalls.get()).toBe(0);
  });
});
