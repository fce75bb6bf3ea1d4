import type { SignedIn } from '@dosar/contracts';
import { Refused, Unreachable } from './refusals';
import { RENEW_BEFORE_MS, Session, type End } from './session';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

/** What all tabs of one browser share. */
const aBrowser = () => {
  const kept = new Map<string, string>();
  const tabs: Session[] = [];
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
  /** Notifies every tab of changed storage. */
  const settled = () => tabs.forEach((tab) => tab.follow());
  return { kept, clock, storage, alone, tabs, settled };
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
  browser.tabs.push(session);
  const ends: (string | null)[] = [];
  const whole: End[] = [];
  session.onEnd((end) => {
    ends.push(end.sentence);
    whole.push(end);
  });
  const opened = jest.fn();
  session.onOpenElsewhere(opened);
  /** Advances the clock, and runs due timers. */
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
  return { session, server, asked, ends, whole, opened, pass, timers };
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

  it('is open while its token lasts, and is stored under one key', async () => {
    const browser = aBrowser();
    const { session } = aTab(browser);
    expect(await session.isOpen()).toBe(false);
    session.open(signedIn(browser.clock, 'first'));
    expect(await session.isOpen()).toBe(true);
    expect([...browser.kept.keys()]).toEqual(['dosar.session']);
    expect(JSON.parse(browser.kept.get('dosar.session')!)).toEqual(signedIn(browser.clock, 'first'));
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
    const one = aTab(browser);
    const two = aTab(browser);
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
    const browser = aBrowser();
    const one = aTab(browser);
    const two = aTab(browser);
    one.session.open(of('ana', 's-1'));
    browser.settled();
    const news: Promise<void>[] = [];
    await one.session.leave(async (token) => {
      for (const { session } of [one, two]) news.push(session.revoked('Sesiunea a fost închisă.', token));
    });
    await Promise.all(news);
    expect([one.whole, two.whole]).toMatchObject([
      [{ sentence: null, personId: 'ana', isLeft: true }],
      [{ sentence: null, personId: 'ana', isLeft: false }],
    ]);
    expect(browser.kept.size).toBe(0);
  });

  it('stays where the server could not be told, and then ends with a sentence', async () => {
    const { session, ends } = aTab();
    session.open(of('ana', 's-1'));
    await expect(session.leave(() => Promise.reject(new Unreachable('offline')))).rejects.toThrow(Unreachable);
    expect([session.personId, ends]).toEqual(['ana', []]);
    await session.revoked('Sesiunea a fost închisă.', session.token);
    expect(ends).toEqual(['Sesiunea a fost închisă.']);
  });

  it('ends by a 401, and says what the server said', async () => {
    const browser = aBrowser();
    const { session, server, ends } = aTab(browser);
    session.open(signedIn(browser.clock, 'first'));
    server.renew = () => Promise.reject(over());
    browser.clock.now += 60 * MINUTE;
    expect(await session.isOpen()).toBe(false);
    expect(ends).toEqual(['Sesiunea a expirat.']);
    expect([...browser.kept.values()]).toEqual(['{"ended":"Sesiunea a expirat."}']);
    expect(aTab(browser).session.token).toBeNull();
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

  it('does not end when somebody between asks for a password', async () => {
    const browser = aBrowser();
    const { session, server, ends, pass } = aTab(browser);
    session.open(signedIn(browser.clock, 'first'));
    server.renew = () => Promise.reject(new Refused(401, { error: 'Proxy authentication required' }));
    await pass(QUARTER - RENEW_BEFORE_MS);
    expect([session.token, ends]).toEqual(['first', []]);
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
    const { session } = aTab();
    session.open(of('u-1', 's-1'));
    expect(session.personId).toBe('u-1');
    const other = aTab().session;
    other.open({ token: 'nonsense', expires_at: new Date().toISOString() });
    expect(other.personId).toBeNull();
  });
});

/** A session of somebody that lasts as long as these tests. */
const of = (personId: string, sessionId: string, token = 0) => {
  const payload = btoa(JSON.stringify({ user_id: personId, role: 'user', exp: token, sid: sessionId }));
  return { token: `x.${payload}.y`, expires_at: '2026-11-20T00:15:00.000Z' } as SignedIn;
};

describe('a clock that is wrong', () => {
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  /** A server whose clock is right, and a computer whose clock is ahead by that much. */
  const given = (aheadMs: number) => {
    const browser = aBrowser();
    const tab = aTab(browser);
    let made = 0;
    const issued = () => {
      const iat = Math.floor((browser.clock.now - aheadMs) / 1000);
      const exp = iat + QUARTER / 1000;
      const payload = btoa(JSON.stringify({ user_id: 'ana', role: 'user', iat, exp, sid: 's-1', jti: (made += 1) }));
      return { token: `x.${payload}.y`, expires_at: new Date(exp * 1000).toISOString() } as SignedIn;
    };
    tab.server.renew = () => Promise.resolve(issued());
    tab.session.open(issued());
    return { browser, ...tab };
  };

  it.each([25 * DAY, 3 * HOUR, 0, -3 * HOUR, -25 * DAY])(
    'P13: by %d ms renews a token when it runs out',
    async (ahead) => {
      const { browser, session, asked, pass, timers } = given(ahead);
      for (let call = 0; call < 14; call += 1) await session.freshToken();
      expect(asked).toEqual([]);
      // a browser takes a longer pause for none
      expect(timers.every(({ at }) => at - browser.clock.now <= HOUR)).toBe(true);
      await pass(QUARTER - RENEW_BEFORE_MS - 1);
      expect(asked).toEqual([]);
      await pass(1);
      expect(asked).toEqual(['renew']);
      await pass(HOUR);
      expect(asked).toHaveLength(7);
    },
  );
  it.each([25 * DAY, -25 * DAY])('P26: and is set by %d ms costs one renewal', async (by) => {
    const { browser, session, asked, timers } = given(0);
    browser.clock.now += by;
    for (let call = 0; call < 14; call += 1) await session.freshToken();
    expect(asked.length).toBeLessThanOrEqual(1);
    session.schedule();
    expect(timers.every(({ at }) => at - browser.clock.now <= HOUR)).toBe(true);
  });
});

describe('a session in two tabs', () => {
  const two = () => {
    const browser = aBrowser();
    const here = aTab(browser);
    const there = aTab(browser);
    const bothIn = () => {
      here.session.open(of('ana', 's-1'));
      browser.settled();
    };
    return { browser, here, there, bothIn };
  };

  it('that is opened in one is open in the other, which removes nothing', async () => {
    const { browser, here, there } = two();
    here.session.open(of('ana', 's-1'));
    browser.settled();
    there.session.close('Sesiunea a expirat.', 'a token of before');
    expect([here, there].map(({ session }) => session.personId)).toEqual(['ana', 'ana']);
    expect([here, there].map(({ opened }) => opened.mock.calls.length)).toEqual([0, 1]);
    expect([here.ends, there.ends]).toEqual([[], []]);
  });

  it('ends in both, with the sentence where the server said one', () => {
    const { browser, here, there, bothIn } = two();
    bothIn();
    here.session.close('Sesiunea a expirat.');
    browser.settled();
    expect(there.whole).toEqual([
      { sentence: 'Sesiunea a expirat.', personId: 'ana', isLeft: false, isReplaced: false },
    ]);
    bothIn();
    here.session.close();
    browser.settled();
    expect([here.whole[1]?.isLeft, there.whole[1]]).toMatchObject([true, { sentence: null, isLeft: false }]);
  });

  it('that was opened anew is not ended by what is said of the former', async () => {
    const { browser, here, there, bothIn } = two();
    bothIn();
    const former = there.session.token;
    here.session.close();
    here.session.open(of('ana', 's-2'));
    await there.session.revoked('Sesiunea a fost închisă.', former);
    there.session.close('Sesiunea a expirat.', former);
    browser.settled();
    expect([here, there].map(({ session }) => session.token)).toEqual(Array(2).fill(of('ana', 's-2').token));
  });

  it.each([
    ['a token', (answer: (token: SignedIn) => void) => answer(of('ana', 's-1', 1))],
    ['a refusal', (_: unknown, refuse: (error: Error) => void) => refuse(over())],
  ])('that was opened anew while %s for the former was under way stays as it is', async (_, outcome) => {
    const { browser, here, there, bothIn } = two();
    bothIn();
    let settleIt = () => {};
    there.server.renew = () =>
      new Promise((resolve, reject) => {
        settleIt = () => outcome(resolve, reject);
      });
    const renewing = there.session.renewed(there.session.token!);
    await settle();
    here.session.open(of('ana', 's-2'));
    settleIt();
    expect(await renewing).toBe(true);
    browser.settled();
    expect([here, there].map(({ session }) => session.token)).toEqual(Array(2).fill(of('ana', 's-2').token));
  });

  it('that was left while its token was renewed does not come back', async () => {
    const { here, there, bothIn } = two();
    bothIn();
    there.server.renew = () => {
      here.session.close();
      return Promise.resolve(of('ana', 's-1', 1));
    };
    expect(await there.session.renewed(there.session.token!)).toBe(false);
    expect([here.session.token, there.session.token]).toEqual([null, null]);
  });

  it('of another account ends that of the first, and nothing is asked as the other before the page is loaded again', async () => {
    const { browser, here, there, bothIn } = two();
    bothIn();
    here.session.open(of('dan', 's-2'));
    browser.settled();
    for (const { session, whole } of [here, there]) {
      expect(whole).toEqual([{ sentence: null, personId: 'ana', isLeft: false, isReplaced: true }]);
      expect([session.token, await session.freshToken()]).toEqual([null, null]);
    }
    expect(aTab(browser).session.personId).toBe('dan');
  });
});
