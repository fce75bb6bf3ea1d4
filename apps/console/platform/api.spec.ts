/** @jest-environment ./testing/browser.cjs */
import { DEFAULT_PREFERENCES, foldersApi, type User } from '@dosar/contracts';
import { call, session } from './api';
import { pausedUntil } from './live/waits';
import { Refused, Unreachable } from './refusals';
import { until } from '../testing/waiting';

const over = { error: 'Sesiunea a expirat.', code: 'SESSION_EXPIRED', correlation_id: 'x' } as const;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const user: User = {
  id: 'u',
  role: 'user',
  name: 'Ana',
  email: 'ana@exemplu.ro',
  phone: null,
  status: 'active',
  firm_id: null,
  firm: null,
  client: null,
  must_change_password: false,
  invited_at: null,
  two_step: false,
  createdAt: inAnHour(),
  updatedAt: inAnHour(),
  lastSeen: null,
  preferences: DEFAULT_PREFERENCES,
};
const renewed = (token: string) => ({ token, expires_at: inAnHour(), user });
const folder = { params: { id: 'd' }, body: { name: 'Nouă' } };

type Asked = { method: string; path: string; token: string | null; key: string | null };

/** A server that accepts one token only, and may issue another. */
const aServer = (good: string, mayRenew = true) => {
  const asked: Asked[] = [];
  globalThis.fetch = async (address, init) => {
    const headers = init!.headers as Record<string, string>;
    const path = address as string;
    const token = headers['authorization'] ?? null;
    asked.push({ method: init!.method!, path, token, key: headers['idempotency-key'] ?? null });
    if (path === '/api/auth/refresh')
      return mayRenew ? Response.json(renewed(good)) : Response.json(over, { status: 401 });
    if (token !== `Bearer ${good}`) return Response.json(over, { status: 401 });
    return Response.json({ path: [] });
  };
  return asked;
};
const read = (signal?: AbortSignal) => call(foldersApi.path, { params: { id: 'd' } }, signal);
const paths = (asked: readonly Asked[]) => asked.map(({ path }) => path);

describe('a call of whoever is signed in', () => {
  const ends: (string | null)[] = [];
  session.onEnd(({ sentence }) => ends.push(sentence));
  beforeEach(() => {
    localStorage.clear();
    ends.length = 0;
  });
  afterEach(() => session.close());

  it('bears the token, and a key of its own only when it writes', async () => {
    session.open({ token: 'good', expires_at: inAnHour() });
    const asked = aServer('good');
    await read();
    await call(foldersApi.rename, folder).catch(() => undefined);
    await call(foldersApi.rename, folder).catch(() => undefined);
    expect(asked.map(({ token }) => token)).toEqual(Array(3).fill('Bearer good'));
    const [reading, first, second] = asked.map(({ key }) => key);
    expect(reading).toBeNull();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
  });

  it('is sent again with another token, and the same key, when its own is refused', async () => {
    session.open({ token: 'stale', expires_at: inAnHour() });
    const asked = aServer('good');
    await call(foldersApi.rename, folder).catch(() => undefined);
    expect(asked.map(({ method, token }) => [method, token])).toEqual([
      ['PUT', 'Bearer stale'],
      ['POST', null],
      ['PUT', 'Bearer good'],
    ]);
    expect(asked[2]!.key).toBe(asked[0]!.key);
    expect(session.token).toBe('good');
  });

  it('is over with its session, and says why', async () => {
    session.open({ token: 'stale', expires_at: inAnHour() });
    const asked = aServer('good', false);
    await expect(read()).rejects.toMatchObject({ status: 401, problem: over });
    expect(paths(asked)).toEqual(['/api/folders/d/path', '/api/auth/refresh']);
    expect([session.token, ends]).toEqual([null, ['Sesiunea a expirat.']]);
  });

  it('waits for another token where its own has run out, and asks with that', async () => {
    session.open({ token: 'old', expires_at: new Date(Date.now() - 1).toISOString() });
    const asked = aServer('good');
    await read();
    expect(asked.map(({ path, token }) => [path, token])).toEqual([
      ['/api/auth/refresh', null],
      ['/api/folders/d/path', 'Bearer good'],
    ]);
  });

  it('of nobody is refused without asking for a token', async () => {
    const asked = aServer('good');
    await expect(read()).rejects.toBeInstanceOf(Refused);
    expect(asked.map(({ path, token }) => [path, token])).toEqual([['/api/folders/d/path', null]]);
  });

  it('that is refused for another reason, or not answered, is not sent again', async () => {
    session.open({ token: 'good', expires_at: inAnHour() });
    let sent = 0;
    globalThis.fetch = async () => {
      sent += 1;
      if (sent === 2) throw new TypeError('no line');
      return Response.json({ ...over, code: 'ACCESS_DENIED' }, { status: 403 });
    };
    await expect(read()).rejects.toMatchObject({ status: 403 });
    await expect(read()).rejects.toBeInstanceOf(Unreachable);
    expect([sent, session.token]).toEqual([2, 'good']);
  });

  describe('that waits because there were too many', () => {
    const of = (personId: string) => {
      const payload = btoa(JSON.stringify({ user_id: personId, role: 'user', exp: 0, sid: `s of ${personId}` }));
      return { token: `x.${payload}.y`, expires_at: inAnHour() };
    };
    /** A call of Ana's waits, her session ends, and somebody may sign in at once. */
    const waiting = async (next: string | null) => {
      session.open(of('ana'));
      const asked: (string | undefined)[] = [];
      globalThis.fetch = async (_, init) => {
        const token = (init!.headers as Record<string, string>)['authorization'];
        asked.push(token);
        if (asked.length > 1) return Response.json(token ? { path: [] } : over, { status: token ? 200 : 401 });
        const problem = { ...over, code: 'TOO_MANY_REQUESTS' };
        return Response.json(problem, { status: 429, headers: { 'retry-after': '20' } });
      };
      const reading = read();
      await until(() => pausedUntil.get() !== null);
      session.close('Sesiunea a expirat.');
      if (next !== null) session.open(of(next));
      return { asked, reading };
    };

    it('ends with the session', async () => {
      const { asked, reading } = await waiting(null);
      await expect(reading).rejects.toMatchObject({ status: 401 });
      expect([pausedUntil.get(), asked]).toEqual([null, [`Bearer ${of('ana').token}`, undefined]]);
    });

    it('is not sent as whoever signs in next', async () => {
      const { asked, reading } = await waiting('dan');
      await expect(reading).rejects.toBeInstanceOf(Unreachable);
      expect(asked).toEqual([`Bearer ${of('ana').token}`]);
    });
  });

  it('can be given up', async () => {
    session.open({ token: 'good', expires_at: inAnHour() });
    const giving = new AbortController();
    globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init!.signal!.addEventListener('abort', () => reject(new Error('given up')));
        giving.abort();
      });
    const reading = read(giving.signal);
    await expect(reading).rejects.toBeInstanceOf(Unreachable);
  });

  it('renews its token once when two tabs need it at once, where the browser can say so', async () => {
    session.open({ token: 'stale', expires_at: inAnHour() });
    const asked = aServer('good');
    const locks: string[] = [];
    const request = <T>(name: string, work: () => Promise<T>) => (locks.push(name), work());
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
    try {
      await read();
    } finally {
      delete (navigator as { locks?: unknown }).locks;
    }
    expect(locks).toEqual(['dosar.session']);
    expect(paths(asked)).toHaveLength(3);
  });
});
