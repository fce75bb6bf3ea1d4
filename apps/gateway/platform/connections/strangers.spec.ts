import type { IncomingMessage, ServerResponse } from 'node:http';
import { Strangers } from './strangers';

const refused = { statusCode: 413 } as ServerResponse;
const asked = (network: string, headers = {}) =>
  ({ headers: { 'content-length': '9999', network, ...headers } }) as unknown as IncomingMessage;

describe('what strangers make dear', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const given = (refusals: number) => {
    const strangers = new Strangers(({ headers }) => String(headers.network));
    for (let at = 0; at < refusals; at += 1) strangers.answered(asked('a'), refused);
    return strangers;
  };

  it.each([
    [1, 0],
    [8, 0],
    [12, 40],
    [1_000, 200],
  ])('lets the next wait after %i refusals for %i ms', (refusals, ms) => {
    expect(given(refusals).waitBefore(asked('a'))).toBe(ms);
  });

  it('lets nobody wait who says who they are, sends no body, or calls from elsewhere', () => {
    const strangers = given(1_000);
    const others = [
      asked('a', { authorization: 'Bearer x' }),
      asked('a', { upgrade: 'websocket', 'sec-websocket-protocol': 'dosar, x' }),
      asked('a', { 'content-length': undefined }),
      asked('b'),
    ];
    expect(others.map((each) => strangers.waitBefore(each))).toEqual([0, 0, 0, 0]);
  });

  it('is forgotten within a few seconds', () => {
    const strangers = given(1_000);
    jest.advanceTimersByTime(5_000);
    expect(strangers.waitBefore(asked('a'))).toBe(0);
  });

  it('remembers the newest of many networks', () => {
    const strangers = given(1_000);
    for (let at = 0; at < 10_000; at += 1) strangers.answered(asked(`other ${at}`), refused);
    expect(strangers.waitBefore(asked('a'))).toBe(0);
    for (let at = 0; at < 20; at += 1) strangers.answered(asked('other 9999'), refused);
    expect(strangers.waitBefore(asked('other 9999'))).toBeGreaterThan(0);
  });
});
