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
