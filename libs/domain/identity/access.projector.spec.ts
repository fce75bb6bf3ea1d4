import { projects, someone } from '@dosar/kernel/testing';
import { brutaria, clientRegistered, contab, elena, firmRegistered, of, userRegistered } from '../testing/identity';
import { access, type AccessOf } from './access.projector';
import { ConversationEvents, type ConversationEvent } from '../conversations/conversation.events';
import { MandateEvents, type MandateEvent } from '../mandates/mandate.events';
import { ClientEvents, type ClientEvent } from './client.events';
import { FirmEvents, type FirmEvent } from './firm.events';
import { SessionEvents, type SessionEvent } from './session.events';
import { SETTINGS_ROW, SettingsEvents, type SettingsEvent } from './settings.events';
import { UserEvents, type UserEvent } from './user.events';

type Any = UserEvent | SessionEvent | FirmEvent | ClientEvent | ConversationEvent | SettingsEvent | MandateEvent;

const { now } = someone;
const given = projects<Any>(
  access,
  UserEvents,
  SessionEvents,
  FirmEvents,
  ClientEvents,
  ConversationEvents,
  SettingsEvents,
  MandateEvents,
);
const person = (event: UserEvent) => ({ ...event, ...of('user', 'ana') }) as Any;
const company = (event: ClientEvent) => ({ ...event, ...of('client', 'c-1') }) as Any;
const registered = person(userRegistered());
const until = '2026-05-01T00:00:00.000Z';
const period = { from: '2026-01-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' };
const byMandate = (event: MandateEvent, id = 'm-1') => ({ ...event, ...of('mandate', id) }) as Any;
const appointed = byMandate({
  type: 'AuditorAppointed',
  data: { userId: 'ana', scope: { firmId: 'f-1', clientIds: null }, period, purpose: 'TVA', until },
});
const row: AccessOf<'user'> = {
  kind: 'user',
  id: 'ana',
  role: 'user',
  status: 'active',
  firmId: null,
  placeRevision: 0,
  clientIds: ['c-1'],
  mandate: null,
  credentialId: null,
  linkId: null,
  sessions: [],
};
const toRole = (to: 'accountant' | 'admin', firmId: string | null) =>
  person({
    type: 'UserRoleChanged',
    data: { from: 'user', to, firmId: { from: null, to: firmId }, assignmentsEnded: [] },
  });

describe('who may do what', () => {
  const shows = (more: Partial<AccessOf<'user'>>, ...events: Any[]) =>
    given(registered, ...events).thenRows({ ana: { ...row, ...more } });

  it('knows role, firm and companies', async () => {
    await shows({});
    await given(person(userRegistered(elena))).thenRows({
      ana: { ...row, role: 'accountant', firmId: 'f-1', clientIds: [] },
    });
  });
  it('knows the companies from the user’s own events alone, at once', async () => {
    await shows(
      { clientIds: ['c-2'] },
      person({ type: 'UserMembershipChanged', data: { clientIds: { from: ['c-1'], to: ['c-2'] } } }),
    );
    await shows(
      {},
      company({ type: 'ClientUserLinked', data: { userId: 'ana', userRevision: 9 } }),
      company({ type: 'ClientUserUnlinked', data: { userId: 'ana', userRevision: 10 } }),
    );
  });
  it('knows a changed role, and which event changed it', () =>
    shows({ role: 'accountant', firmId: 'f-1', placeRevision: 1 }, toRole('accountant', 'f-1')));
  it('knows who is active', async () => {
    const out = person({ type: 'UserDeactivated', data: {} });
    await shows({ status: 'inactive' }, out);
    await shows({}, out, person({ type: 'UserActivated', data: {} }));
  });
  it('knows an auditor’s mandate until it ends, and that one alone', async () => {
    const mandate = { id: 'm-1', firmId: 'f-1', clientIds: null, period, until };
    const longer = '2026-06-01T00:00:00.000Z';
    const prolonged = {
      type: 'MandateProlonged',
      data: { userId: 'ana', until: { from: until, to: longer } },
    } as const;
    const ended = { type: 'MandateEnded', data: { userId: 'ana', why: 'time' } } as const;
    await shows({ mandate }, appointed);
    await shows({ mandate: { ...mandate, until: longer } }, appointed, byMandate(prolonged));
    await shows({ mandate }, appointed, byMandate(prolonged, 'm-0'), byMandate(ended, 'm-0'));
    await shows({}, appointed, byMandate(ended));
  });
  it('keeps whose records somebody’s were who is gone', () =>
    shows(
      { status: 'deleted' },
      person({ type: 'UserDeleted', data: { role: 'user', firmId: null, clientIds: ['c-1'], assignmentsEnded: [] } }),
    ));
});

describe('firms and clients', () => {
  const firm = { ...firmRegistered(), ...of('firm', 'f-1') };
  const firmRow = { kind: 'firm', id: 'f-1', accountantScope: contab.accountantScope };
  const clientRow = {
    kind: 'client',
    id: 'c-1',
    firmId: 'f-1',
    isDeleted: false,
    registeredAt: someone.now,
    deletedAt: null,
    quota: brutaria.quota,
    accountants: [] as string[],
  };
  const shows = (more: object, ...events: ClientEvent[]) =>
    given(company(clientRegistered()), ...events.map(company)).thenRows({ 'c-1': { ...clientRow, ...more } });
  const assigned: ClientEvent = { type: 'AccountantAssigned', data: { accountantId: 'elena', userRevision: 0 } };
  const unassigned: ClientEvent = { type: 'AccountantUnassigned', data: { accountantId: 'elena' } };

  it('a firm has a scope for its accountants', async () => {
    const changed = (data: Extract<FirmEvent, { type: 'FirmDetailsChanged' }>['data']) =>
      ({ type: 'FirmDetailsChanged', data, ...of('firm', 'f-1') }) as const;
    await given(firm).thenRows({ 'f-1': firmRow });
    await given(firm, changed({ accountantScope: { from: 'assigned', to: 'firm' } })).thenRows({
      'f-1': { ...firmRow, accountantScope: 'firm' },
    });
    await given(firm, changed({ name: { from: 'Contab', to: 'C' } })).thenRows({ 'f-1': firmRow });
    const deleted = { type: 'FirmDeleted', data: { name: null, cui: null }, ...of('firm', 'f-1') } as const;
    await given(firm, deleted).thenRows({});
  });
  it('a client has a firm, a quota and accountants', async () => {
    await shows({});
    await shows({ quota: 0 }, { type: 'ClientDetailsChanged', data: { quota: { from: 50, to: 0 } } });
    await shows({}, { type: 'ClientDetailsChanged', data: { phone: { from: null, to: '1' } } });
    await shows({ accountants: ['elena'] }, assigned);
    await shows({ accountants: ['elena'] }, assigned, assigned);
    await shows({}, assigned, unassigned);
    await shows({ accountants: ['elena'] }, assigned, unassigned, assigned);
  });
  it('a client that is gone keeps its firm, and no accountants', () => {
    const { firmId, cui, societate } = brutaria;
    return shows({ isDeleted: true, deletedAt: someone.now }, assigned, {
      type: 'ClientDeleted',
      data: { firmId, cui, societate },
    });
  });
  it('settings are changed one after the other', async () => {
    const settings = { kind: 'settings', id: SETTINGS_ROW, two_step_required: ['admin'], cui_check: 'warn' };
    const required: Any = { type: 'SettingsChanged', data: { twoStepRequired: { from: [], to: ['admin'] } } };
    await given(required).thenRows({ [SETTINGS_ROW]: settings });
    await given(required, {
      type: 'SettingsChanged',
      data: { cuiCheck: { from: 'warn', to: 'off' } },
    }).thenRows({ [SETTINGS_ROW]: { ...settings, cui_check: 'off' } });
    await given({ type: 'SettingsChanged', data: { cuiCheck: { from: 'warn', to: 'off' } } }).thenRows({
      [SETTINGS_ROW]: { ...settings, two_step_required: [], cui_check: 'off' },
    });
  });
});

describe('conversations', () => {
  const talk = (event: ConversationEvent) => ({ ...event, ...of('conversation', 'c-1') }) as Any;
  const data = { kind: 'client', clientId: 'c-1', firmId: null, title: null, participantIds: [] } as const;
  const opened = talk({ type: 'ConversationOpened', data: { year: 2026, ...data, participantIds: ['ana'] } });
  const added = talk({ type: 'ParticipantAdded', data: { userId: 'elena', clientRevision: 1 } });
  const removed = talk({ type: 'ParticipantRemoved', data: { userId: 'ana', clientRevision: 2 } });
  const conversation = { kind: 'conversation', id: 'c-1', isDirect: false, clientId: 'c-1', firmId: null };

  it('know who takes part, beside the client of the same id', async () => {
    await given(opened).thenRows({ 'conversation:c-1': { ...conversation, participants: ['ana'] } });
    await given(opened, added, removed).thenRows({
      'conversation:c-1': { ...conversation, participants: ['elena'] },
    });
  });
});

describe('sessions', () => {
  const password = (credentialId: string) =>
    person({ type: 'PasswordChanged', data: { credentialId, by: 'administrator' } });
  const link = (requestId: string) =>
    person({ type: 'SignInLinkSent', data: { name: null, email: null, language: 'ro', requestId } });
  const of1 = (id: string, event: SessionEvent, occurredAt = now) => ({ ...event, ...of('session', id), occurredAt });
  const signedIn = (id: string, credentialId = 'cr-1', method: 'password' | 'link' = 'password') =>
    of1(id, { type: 'SignedIn', data: { userId: 'ana', method, secondFactor: null, credentialId } });
  const session = (id: string) => ({ id, startedAt: now, seenAt: now });
  const all = person({ type: 'AllSessionsRevoked', data: { exceptSessionId: null } });

  /** A user with a password and a link. */
  const shows = (ids: string[], more: Partial<AccessOf<'user'>>, ...events: Any[]) =>
    given(registered, password('cr-1'), link('r-1'), ...events).thenRows({
      ana: { ...row, credentialId: 'cr-1', linkId: 'r-1', ...more, sessions: ids.map(session) },
    });

  it('count when what was proven was the user’s then', async () => {
    await shows(['s-1', 's-2'], {}, signedIn('s-1'), signedIn('s-2'));
    await shows(['s-1'], { linkId: null }, signedIn('s-1', 'r-1', 'link'));
  });
  it('do not count when it was not, or not any more', async () => {
    await shows([], {}, signedIn('s-1', 'cr-0'));
    await shows([], { credentialId: 'cr-2', linkId: null }, password('cr-2'), signedIn('s-1', 'cr-1'));
    await shows([], {}, signedIn('s-1', 'r-1', 'password'), signedIn('s-2', 'cr-1', 'link'));
    await shows([], { linkId: 'r-2' }, link('r-2'), signedIn('s-1', 'r-1', 'link'));
    await given(signedIn('s-1')).thenRows({});
  });
  it('by a link count once', () =>
    shows(['s-1'], { linkId: null }, signedIn('s-1', 'r-1', 'link'), signedIn('s-2', 'r-1', 'link')));
  it.each<[string, Any, Partial<AccessOf<'user'>>]>([
    ['another e-mail', person({ type: 'UserEmailChanged', data: { from: null, to: null } }), { linkId: null }],
    ['another role', toRole('admin', null), { linkId: null, role: 'admin', placeRevision: 4 }],
    ['the end of all sessions', all, { linkId: null }],
    ['deactivation', person({ type: 'UserDeactivated', data: {} }), { status: 'inactive' }],
    [
      'deletion',
      person({ type: 'UserDeleted', data: { role: 'user', firmId: null, clientIds: [], assignmentsEnded: [] } }),
      { status: 'deleted' },
    ],
  ])('end with %s, and the link with them', (_, event, more) =>
    shows(
      [],
      more,
      ...(event.type === 'UserEmailChanged' ? [] : [signedIn('s-1')]),
      event,
      signedIn('s-2', 'r-1', 'link'),
    ),
  );
  it('end one by one', async () => {
    const out = of1('s-1', { type: 'SignedOut', data: { userId: 'ana' } });
    const revoked = of1('s-2', { type: 'SessionRevoked', data: { userId: 'ana', reason: 'revoked' } });
    await shows(['s-2'], {}, signedIn('s-1'), signedIn('s-2'), out);
    await shows([], {}, signedIn('s-1'), signedIn('s-2'), out, revoked);
  });
  it('end all but the one that is excepted', () =>
    shows(
      ['s-2'],
      { linkId: null },
      signedIn('s-1'),
      signedIn('s-2'),
      person({ type: 'AllSessionsRevoked', data: { exceptSessionId: 's-2' } }),
    ));
  it('are kept with when they were seen last', async () => {
    const later = '2026-01-02T12:00:00.000Z';
    const seen = of1('s-1', { type: 'SessionSeen', data: { userId: 'ana', count: 1 } }, later);
    await given(registered, password('cr-1'), signedIn('s-1'), seen).thenRows({
      ana: { ...row, credentialId: 'cr-1', sessions: [{ ...session('s-1'), seenAt: later }] },
    });
    await given(registered, seen).thenRows({ ana: row });
  });
});
