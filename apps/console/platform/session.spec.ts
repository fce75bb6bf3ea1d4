import type { SignedIn } from '@dosar/contracts';
import { Refused, Unreachable } from './refusals';
import { RENEW_BEFORE_MS, Session } from './session';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

/** What all tabs of one browser share. */
const aBrowser = () => {
  const kept = new Map<string, string>();
  const clock = { now: Date.UTC(2026, 10, 20) };
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  let turn: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return { kept, clock, storage, alone };
};

const aTab = (browser = aBrowser()) => {
  const { clock, storage, alone } = browser;
  const timers: { at: number; work: () => void }[] = [];
  const asked: string[] = [];
  const server = { renew: () => Promise.resolve(signedIn(clock, `token ${asked.length}`)) };
  const session = new Session({
    storage,
    now: () => clock.now,
    schedule: (work, ms) => {
      const timer = { at: clock.now + ms, work };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
    renew: () => {
      asked.push('renew');
      return server.renew();
    },
    alone,
  });
  const ends: (string | null)[] = [];
  session.onEnd(({ sentence }) => ends.push(sentence));
  /** Lets time pass, and what is due in it happen. */
  const pass = async (ms: number) => {
    const until = clock.now + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers.splice(timers.indexOf(next), 1);
      clock.now = Math.max(clock.now, next.at);
      next.work();
      await settle();
    }
    clock.now = until;
  };
  return { session, server, asked, ends, pass, timers };
};

const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

const signedIn = ({ now }: { now: number }, token: string) =>
  ({ token, expires_at: new Date(now + QUARTER).toISOString() }) as SignedIn;

const over = () => new Refused(401, { error: 'Sesiunea a expirat.', code: 'SESSION_EXPIRED', correlation_id: 'x' });

describe('a session', () => {
  it('asks for another token in the very moment in which its own runs out', async () => {
    const browser = aBrowser();
    const { session, asked } = aTab(browser);
    session.open(signedIn(browser.clock, 'first'));
    browser.clock.now += QUARTER - 1;
    expect(await session.isOpen()).toBe(true);
    expect(asked).toEqual([]);
    browser.clock.now += 1;
    expect(await session.isOpen()).toBe(true);
    expect(asked).toEqual(['renew']);
  });

  it('is open while its token lasts, and keeps nothing but the token and its end', async () => {
    const browser = aBrowser();
    const { session } = aTab(browser);
    expect(await session.isOpen()).toBe(false);
    session.open(signedIn(browser.clock, 'first'));
    expect(await session.isOpen()).toBe(true);
    expect([...browser.kept.keys()].sort()).toEqual(['dosar.expires_at', 'dosar.token']);
  });

  it('is restored from what is kept', async () => {
    const browser = aBrowser();
    aTab(browser).session.open(signedIn(browser.clock, 'first'));
    expect(aTab(browser).session.token).toBe('first');
    expect(await aTab(browser).session.isOpen()).toBe(true);
  });

  it('renews its token 300 s before it runs out, again and again', async () => {
    const browser = aBrowser();
    const { session, asked, pass } = aTab(browser);
    session.open(signedIn(browser.clock, 'first'));
    await pass(QUARTER - RENEW_BEFORE_MS - 1);
    expect(asked).toHaveLength(0);
    await pass(1);
    expect(asked).toHaveLength(1);
    expect(session.token).toBe('token 1');
    await pass(60 * MINUTE);
    expect(asked).toHaveLength(7);
  });

  it('renews it once for all tabs', async () => {
    const browser = aBrowser();
    const [one, two] = [aTab(browser), aTab(browser)];
    one.session.open(signedIn(browser.clock, 'first'));
    await Promise.all([one.session.renewed('first'), two.session.renewed('first')]);
    expect(one.asked.length + two.asked.length).toBe(1);
    expect(two.session.token).toBe(one.session.token);
  });

  it('is asked of the server when its token has run out unnoticed', async () => {
    const browser = aBrowser();
    const { session, asked, timers } = aTab(browser);
    session.open(signedIn(browser.clock, 'first'));
    timers.length = 0;
    browser.clock.now += 60 * MINUTE;
    expect(await session.isOpen()).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('ends in silence when the person ends it, whatever the server says of it meanwhile', async () => {
    const { session, ends } = aTab();
    session.open({ token: 'first', expires_at: '2026-11-20T00:15:00.000Z' });
    await session.leave(() => Promise.resolve(session.close('Sesiunea a fost închisă.')));
    expect(new Set(ends)).toEqual(new Set([null]));
    session.open({ token: 'second', expires_at: '2026-11-20T00:15:00.000Z' });
    await expect(session.leave(() => Promise.reject(new Unreachable('offline')))).rejects.toThrow(Unreachable);
    expect(session.token).toBe('second');
    session.close('Sesiunea a fost închisă.');
    expect(ends.at(-1)).toBe('Sesiunea a fost închisă.');
  });

  it('ends by a 401, and says what the server said', async () => {
    const browser = aBrowser();
    const { session, server, ends } = aTab(browser);
    session.open(signedIn(browser.clock, 'first'));
    server.renew = () => Promise.reject(over());
    browser.clock.now += 60 * MINUTE;
    expect(await session.isOpen()).toBe(false);
    expect(ends).toEqual(['Sesiunea a expirat.']);
    expect(browser.kept.size).toBe(0);
  });

  it.each([
    ['a broken line', new Unreachable('offline')],
    ['a server that is out of order', new Refused(503, { error: '…', code: 'UNAVAILABLE', correlation_id: 'x' })],
  ])('does not end by %s', async (_, error) => {
    const browser = aBrowser();
    const { session, server, ends } = aTab(browser);
    session.open(signedIn(browser.clock, 'first'));
    server.renew = () => Promise.reject(error);
    browser.clock.now += 60 * MINUTE;
    await expect(session.isOpen()).rejects.toBe(error);
    expect(ends).toEqual([]);
    expect(session.token).toBe('first');
  });

  it('tries again when the line was broken at the time of renewing', async () => {
    const browser = aBrowser();
    const { session, server, pass } = aTab(browser);
    session.open(signedIn(browser.clock, 'first'));
    server.renew = () => Promise.reject(new Unreachable('offline'));
    await pass(QUARTER - RENEW_BEFORE_MS);
    server.renew = () => Promise.resolve(signedIn(browser.clock, 'second'));
    await pass(10_000);
    expect(session.token).toBe('second');
  });

  it('ends without a sentence when the person leaves, and asks for nothing any more', async () => {
    const browser = aBrowser();
    const { session, ends, asked, pass } = aTab(browser);
    session.open(signedIn(browser.clock, 'first'));
    session.close();
    await pass(60 * MINUTE);
    expect(ends).toEqual([null]);
    expect(asked).toHaveLength(0);
  });

  it('says whose it is, and nothing of a token that is none', () => {
    const browser = aBrowser();
    const { session } = aTab(browser);
    const payload = btoa(JSON.stringify({ user_id: 'u-1', role: 'user', exp: 1, sid: 's-1' }));
    session.open({ token: `x.${payload}.y`, expires_at: new Date().toISOString() });
    expect(session.personId).toBe('u-1');
    session.open({ token: 'nonsense', expires_at: new Date().toISOString() });
    expect(session.personId).toBeNull();
  });
});
