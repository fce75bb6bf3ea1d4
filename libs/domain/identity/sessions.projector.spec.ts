import { projects, someone } from '@dosar/kernel/testing';
import { of } from '../testing/identity';
import { SessionEvents, type SessionEvent } from './session.events';
import { sessions, type SessionRow } from './sessions.projector';
import { UserEvents, type UserEvent } from './user.events';

const { now, actor } = someone;
const later = '2026-02-01T08:00:00.000Z';
const given = projects<SessionEvent | UserEvent>(sessions, SessionEvents, UserEvents);
const at = (id: string, event: SessionEvent, more: object = {}) => ({ ...event, ...of('session', id), ...more });
const signedIn = (id: string, userId = 'ana') =>
  at(
    id,
    { type: 'SignedIn', data: { userId, method: 'password', secondFactor: null, credentialId: 'cr-1' } },
    { actor: { ...actor, id: userId } },
  );
const person = (event: UserEvent) => ({ ...event, ...of('user', 'ana') });
const row = (id: string, more: Partial<SessionRow> = {}) => ({
  [id]: { id, user_id: 'ana', ip: '127.0.0.1', user_agent: 'spec', created_at: now, last_seen: now, ...more },
});

describe('the view of sessions', () => {
  it('shows from where a device is signed in, and was seen last', async () => {
    await given(signedIn('s-1')).thenRows(row('s-1'));
    const seen = { occurredAt: later, ip: '192.0.2.7', userAgent: 'other', actor: { ...actor, id: 'ana' } };
    await given(signedIn('s-1'), at('s-1', { type: 'SessionSeen', data: { userId: 'ana', count: 2 } }, seen)).thenRows(
      row('s-1', { ip: seen.ip, user_agent: seen.userAgent, last_seen: later }),
    );
  });
  it('shows none that is over', async () => {
    const out = at('s-1', { type: 'SignedOut', data: { userId: 'ana' } });
    await given(signedIn('s-1'), signedIn('s-2'), out).thenRows(row('s-2'));
    await given(
      signedIn('s-1'),
      at('s-1', { type: 'SessionRevoked', data: { userId: 'ana', reason: 'reused' } }),
      at('s-1', { type: 'SessionSeen', data: { userId: 'ana', count: 1 } }),
    ).thenRows({});
  });
  it.each<UserEvent>([
    { type: 'UserDeactivated', data: {} },
    { type: 'UserDeleted', data: { role: 'user', firmId: null, clientIds: [], assignmentsEnded: [] } },
    {
      type: 'UserRoleChanged',
      data: { from: 'user', to: 'admin', firmId: { from: null, to: null }, assignmentsEnded: [] },
    },
    { type: 'AllSessionsRevoked', data: { exceptSessionId: null } },
  ])('shows none of a user after $type, and those of others', (event) =>
    given(signedIn('s-1'), signedIn('s-2'), signedIn('s-3', 'dan'), person(event)).thenRows(
      row('s-3', { user_id: 'dan' }),
    ),
  );
  it('shows the one that was excepted', () =>
    given(
      signedIn('s-1'),
      signedIn('s-2'),
      person({ type: 'AllSessionsRevoked', data: { exceptSessionId: 's-1' } }),
    ).thenRows(row('s-1')));
});
