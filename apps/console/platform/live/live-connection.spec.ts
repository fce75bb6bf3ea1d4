/** @jest-environment ./testing/browser.cjs */
import { DEFAULT_PREFERENCES, LIVE } from '@dosar/contracts';
import { FakeConnection } from '../../testing/fake-connection';
import { session } from '../api';
import { connection, startLive, type Handlers } from './live';
import { onBack } from './connection';
import { queries } from '../queries';

/** The other way to the server, which is shut. */
class NoWay {
  static tried = 0;
  readyState = 0;
  readonly status = 0;
  withCredentials = false;
  onreadystatechange = () => {};
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    NoWay.tried += 1;
    setTimeout(() => {
      this.readyState = 4;
      this.onreadystatechange();
    });
  }
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** With what the line asked to be let in. */
const asked = () =>
  JSON.parse(
    FakeConnection.all
      .at(-1)!
      .sent.find((text) => text.startsWith('40'))!
      .slice(2),
  ) as object;
const letIn = async () => {
  FakeConnection.all.at(-1)!.says('40{"sid":"s"}');
  await pass(0);
};
const tell = async (event: string, body?: object) => {
  FakeConnection.all.at(-1)!.says(`42${JSON.stringify(body === undefined ? [event] : [event, body])}`);
  await pass(0);
};
const isAnew = (view: string) => queries.getQueryState([view])?.isInvalidated;
const known = () => {
  queries.clear();
  for (const view of ['files', 'users']) queries.setQueryData([view], {});
};

describe('the line over which the server tells', () => {
  let stop = () => {};
  const start = async (handlers: Handlers = {}) => {
    stop = startLive(handlers);
    // the library is loaded when it is needed
    await import('socket.io-client');
    await pass(50);
  };
  beforeAll(() => {
    Object.assign(globalThis, { WebSocket: FakeConnection, XMLHttpRequest: NoWay });
  });
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    FakeConnection.all.length = 0;
    FakeConnection.isUp = true;
    session.open({ token: 'mine', expires_at: inAnHour() });
    known();
  });
  afterEach(() => {
    stop();
    session.close();
    jest.useRealTimers();
  });

  it('opens with the token, and then everything is read that may have changed unheard', async () => {
    await start();
    expect(connection.get()).toBe('connecting');
    expect(asked()).toEqual({ token: 'mine' });
    // by its handshake, too, where strangers may hold all places of an address
    expect(FakeConnection.all.at(-1)!.protocols).toEqual([LIVE.protocol, 'mine']);
    await letIn();
    expect([connection.get(), isAnew('files'), isAnew('users')]).toEqual(['connected', true, true]);
  });

  it('comes back by itself, says up to where it heard, and is told the rest', async () => {
    const heard: unknown[] = [];
    await start({ 'me:changed': (body) => heard.push(body) });
    await letIn();
    await tell('me:changed', { position: '7' });
    await tell('users:changed');
    expect(heard).toEqual([{ position: '7' }]);
    known();
    session.open({ token: 'newer', expires_at: inAnHour() });
    FakeConnection.all.at(-1)!.close();
    expect(connection.get()).toBe('reconnecting');
    await pass(LIVE.delayMax * 2);
    expect(FakeConnection.all).toHaveLength(2);
    expect(asked()).toEqual({ token: 'newer', since: '7' });
    expect(FakeConnection.all.at(-1)!.protocols).toEqual([LIVE.protocol, 'newer']);
    await letIn();
    expect([connection.get(), isAnew('files')]).toEqual(['connected', false]);
    await tell('resync');
    expect(isAnew('files')).toBe(true);
  });

  it('on which the server does not say any more that it is there is lost within ten seconds, and back by a word', async () => {
    await start();
    await letIn();
    const beat = async () => {
      FakeConnection.all.at(-1)!.says('2');
      await pass(0);
    };
    await beat();
    await pass(LIVE.silence - 1);
    await beat();
    await pass(LIVE.silence - 1);
    expect(connection.get()).toBe('connected');
    await pass(1);
    expect(connection.get()).toBe('reconnecting');
    expect(LIVE.silence).toBeLessThan(8_500);
    await tell('users:changed');
    expect(connection.get()).toBe('connected');
    expect(FakeConnection.all).toHaveLength(1);
  });

  it.each([
    ['of which a session has too many', LIVE.full],
    ['that the server cannot let in', LIVE.unavailable],
  ])('%s rests, and is tried again, and nobody is signed out', async (_, message) => {
    await start();
    FakeConnection.all.at(-1)!.says(`44${JSON.stringify({ message })}`);
    await pass(0);
    expect([session.token, connection.get()]).toEqual(['mine', 'reconnecting']);
    const sent = () => FakeConnection.all.flatMap(({ sent: all }) => all).filter((text) => text.startsWith('40'));
    const before = sent().length;
    await pass(10_100);
    expect(sent().length).toBe(before + 1);
  });

  it('is tried so often, rests, and is tried again', async () => {
    await start();
    await letIn();
    FakeConnection.isUp = false;
    FakeConnection.all.at(-1)!.close();
    await pass(LIVE.delayMax * 2 * LIVE.attempts);
    expect(connection.get()).toBe('failed');
    const tried = FakeConnection.all.length;
    await pass(12_000);
    expect(connection.get()).toBe('reconnecting');
    FakeConnection.isUp = true;
    await pass(10_000);
    expect(FakeConnection.all.length).toBeGreaterThan(tried);
    await letIn();
    expect(connection.get()).toBe('connected');
  });

  it.each(['online', 'focus'])('is tried at once when the page is %s again', async (event) => {
    await start();
    await letIn();
    FakeConnection.all.at(-1)!.says('41');
    await pass(0);
    expect([connection.get(), FakeConnection.all.length]).toEqual(['reconnecting', 1]);
    dispatchEvent(new Event(event));
    await pass(50);
    expect(asked()).toEqual({ token: 'mine' });
    await letIn();
    expect(connection.get()).toBe('connected');
    // what is there is not opened a second time
    const open = FakeConnection.all.length;
    dispatchEvent(new Event(event));
    await pass(20_000);
    expect(FakeConnection.all).toHaveLength(open);
  });

  it('that the server has closed rests before it asks again', async () => {
    await start();
    await letIn();
    FakeConnection.all.at(-1)!.says('41');
    const sent = () => FakeConnection.all.flatMap(({ sent: all }) => all).filter((text) => text.startsWith('40'));
    await pass(9_000);
    expect(sent()).toHaveLength(1);
    await pass(1_100);
    expect(sent()).toHaveLength(2);
  });

  it('whose token is refused gets another one; where the session is over it stays closed', async () => {
    let renewals = 0;
    globalThis.fetch = async () => {
      renewals += 1;
      const over = { error: 'Sesiunea a expirat.', code: 'SESSION_EXPIRED', correlation_id: 'x' };
      return Response.json(over, { status: 401 });
    };
    await start();
    FakeConnection.all.at(-1)!.says(`44${JSON.stringify({ message: LIVE.refused })}`);
    await pass(20_000);
    expect([renewals, session.token]).toEqual([1, null]);
    expect(FakeConnection.all).toHaveLength(1);
  });

  it('whose token is refused while nobody answers is tried again after a rest', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('no line'));
    await start();
    FakeConnection.all.at(-1)!.says(`44${JSON.stringify({ message: LIVE.refused })}`);
    await pass(5_000);
    expect(session.token).toBe('mine');
    const sent = () =>
      FakeConnection.all.flatMap(({ sent: all }) => all).filter((text) => text.startsWith('40')).length;
    expect(sent()).toBe(1);
    await pass(6_000);
    expect(sent()).toBe(2);
  });

  it('is shown as broken when it cannot be opened at first', async () => {
    FakeConnection.isUp = false;
    NoWay.tried = 0;
    await start();
    expect(connection.get()).toBe('reconnecting');
    // the other way was tried, too
    expect(NoWay.tried).toBeGreaterThan(0);
  });

  it('tells all that wait for the server that it is back', async () => {
    let told = 0;
    const forget = onBack(() => (told += 1));
    await start();
    await letIn();
    expect(told).toBe(1);
    forget();
  });

  it('whose token is refused asks again with the new one, after a rest', async () => {
    const user = {
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
    globalThis.fetch = async () => Response.json({ token: 'another', expires_at: inAnHour(), user });
    await start();
    FakeConnection.all.at(-1)!.says(`44${JSON.stringify({ message: LIVE.refused })}`);
    await pass(9_000);
    expect(session.token).toBe('another');
    await pass(2_000);
    const last = FakeConnection.all.flatMap(({ sent }) => sent).findLast((text) => text.startsWith('40'))!;
    expect(JSON.parse(last.slice(2))).toEqual({ token: 'another' });
  });

  it('closes with its screen, and the next one has heard nothing', async () => {
    await start();
    await letIn();
    await tell('me:changed', { position: '7' });
    stop();
    expect(connection.get()).toBe('disconnected');
    await pass(0);
    expect(FakeConnection.all.at(-1)!.sent.at(-1)).toBe('41');
    const lines = FakeConnection.all.length;
    dispatchEvent(new Event('online'));
    await pass(20_000);
    expect(FakeConnection.all).toHaveLength(lines);
    known();
    await start();
    expect(asked()).toEqual({ token: 'mine' });
    await letIn();
    expect(isAnew('files')).toBe(true);
  });

  it('is not opened when its screen is gone before the library is there', async () => {
    startLive({})();
    await pass(100);
    expect([FakeConnection.all.length, connection.get()]).toEqual([0, 'disconnected']);
  });
});
