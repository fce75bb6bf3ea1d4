import { commandKeys } from './command-keys';
import type { Recorded } from './event';
import { projects } from '../testing';
import { AccountEvents } from '../testing/account';

describe('idempotency keys', () => {
  const given = projects<{ readonly type: string; readonly data: object }>(commandKeys, AccountEvents);
  const asked = (key: string | null, at: string, body: string | null = 'body') => {
    const occurredAt = `2026-01-0${at}.000Z`;
    const command = { id: `${key} ${at}`, key, body };
    return { type: 'Deposited', data: { amount: 1 }, occurredAt, command } satisfies Partial<Recorded>;
  };
  const row = (key: string, at: string, body = 'body') => ({ key, body, at: Date.parse(`2026-01-0${at}.000Z`) });

  it('are kept with what they were used for, and once an hour it is noted that old ones were cleared away', async () => {
    const a = { a: row('a', '1T12:00:00') };
    const b = { b: row('b', '1T12:59:59') };
    const c = { c: row('c', '1T13:00:00') };
    const first = asked('a', '1T12:00:00');
    const second = asked('b', '1T12:59:59');
    const third = asked('c', '1T13:00:00');
    await given(first, second).thenRows({ cleared: row('cleared', '1T12:00:00', ''), ...a, ...b });
    await given(first, second, third).thenRows({ cleared: row('cleared', '1T13:00:00', ''), ...a, ...b, ...c });
  });

  it('mean what they were used for first, and parts of a command have none', () =>
    given(
      asked('a', '1T12:00:00'),
      asked('a', '1T13:00:00', 'another'),
      asked('a/part', '1T13:00:00'),
      asked(null, '1T13:00:00'),
      asked('b', '1T13:30:00', null),
    ).thenRows({ cleared: row('cleared', '1T12:00:00', ''), a: row('a', '1T12:00:00') }));
});
