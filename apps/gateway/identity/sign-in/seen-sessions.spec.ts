import type { AuditEvent } from '@dosar/contracts';
import { aFirm, aGateway, later, memoryPorts, PASSWORD } from '../../testing/gateway';
import { SeenSessions } from './seen-sessions';

describe('where sessions were used last', () => {
  const now = Date.parse('2026-01-01T12:00:00.000Z');
  const here = { ip: '192.0.2.1', userAgent: 'one' };

  it('is kept of the ten thousand that were used last: of these nothing is new on the same day', () => {
    const sessions = new SeenSessions();
    for (let id = 0; id < 10_000; id += 1) sessions.again(`${id}`, here, now);
    const there = { ...here, ip: '192.0.2.2' };
    sessions.again('1', there, now);
    expect(sessions.again('0', here, now)).toBeNull();
    sessions.again('another', here, now);
    expect(sessions.again('1', there, now)).toBeNull();
    expect(sessions.again('0', here, now)).toEqual({ day: '2026-01-01', count: 1 });
  });
});

describe('a session that is used', () => {
  const MINUTE_MS = 60_000;
  const DAY_MS = 24 * 60 * MINUTE_MS;
  /** A time on the next day, UTC, or on later ones. */
  const morning = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + 8 * 60 * MINUTE_MS;
  const office = '198.51.100.1';
  const train = '198.51.100.2';

  it('is an event once a day; from elsewhere one at once, then one an hour with the count', async () => {
    const ports = memoryPorts();
    const open = () => aGateway({ DOSAR_TRUSTED_PROXIES: '1' }, ports);
    let gateway = await open();
    const { bakery } = await aFirm(gateway);
    const { id: userId, email } = bakery.user;
    let cookie = '';
    const at = async (minutes: number, ip: string, agent: string, path = 'refresh', body?: object) => {
      jest.setSystemTime(morning + minutes * MINUTE_MS);
      const headers = { 'x-forwarded-for': ip, 'user-agent': agent, ...(cookie && { cookie }) };
      const answer = await gateway.anonymous('post', `/auth/${path}`, body, headers).expect(200);
      cookie = answer.headers['set-cookie']![0]!.split(';')[0]!;
    };
    await later(morning - Date.now(), async () => {
      await at(0, office, 'one', 'login', { email, password: PASSWORD });
      await at(10, office, 'one');
      await at(20, train, 'one');
      // within the hour these are only counted
      await at(30, office, 'one');
      await at(40, train, 'one');
      await at(79, office, 'one');
      await at(80, office, 'two');
      const nextDay = 24 * 60;
      await at(nextDay, office, 'two');
      await at(nextDay + 60, office, 'two');
      // another process does not know of it, but the log does
      await gateway.close();
      gateway = await open();
      await at(nextDay + 90, office, 'two');

      const clock = setInterval(() => jest.setSystemTime(Date.now() + 50), 50);
      const admin = await gateway.admin();
      await gateway.installation.views.reach(['audit'], (await ports.events.head())!);
      const { body } = await admin('get', `/audit/events?event_type=SessionSeen&user_id=${userId}`).expect(200);
      clearInterval(clock);
      const told = (body as { events: AuditEvent[] }).events.map(({ timestamp, ip_address, user_agent, details }) => [
        (Date.parse(timestamp) - morning) / MINUTE_MS,
        ip_address,
        user_agent,
        details['count'],
      ]);
      expect(told).toEqual([
        [nextDay, office, 'two', 1],
        [80, office, 'two', 4],
        [20, train, 'one', 1],
      ]);
      await gateway.close();
    });
  });
});
