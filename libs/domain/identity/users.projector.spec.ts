import { projects, someone } from '@dosar/kernel/testing';
import { DEFAULT_PREFERENCES } from '@dosar/contracts';
import {
  ana,
  brutaria,
  clientRegistered,
  contab,
  elena,
  firmRegistered,
  of,
  userRegistered,
} from '../testing/identity';
import { ClientEvents, type ClientEvent } from './client.events';
import { FirmEvents, type FirmEvent } from './firm.events';
import { UserEvents, type UserEvent } from './user.events';
import { users, type UserRow } from './users.projector';

const { now } = someone;
const later = '2026-02-01T08:00:00.000Z';
const given = projects<UserEvent | ClientEvent | FirmEvent>(users, UserEvents, ClientEvents, FirmEvents);

const firm = { ...firmRegistered(), ...of('firm', 'f-1') };
const client = (id = 'c-1') => ({ ...clientRegistered(), ...of('client', id) });
const registered = { ...userRegistered(), ...of('user', 'ana') };
const happened = <E extends UserEvent>(event: E, more: object = {}) => ({
  ...event,
  ...of('user', 'ana'),
  occurredAt: later,
  ...more,
});

const row: UserRow = {
  id: 'ana',
  role: 'user',
  firm_id: null,
  firm: { id: 'f-1', name: contab.name },
  client: { id: 'c-1', name: brutaria.societate },
  name: ana.name,
  email: ana.email,
  phone: null,
  status: 'active',
  must_change_password: false,
  invited_at: null,
  two_step: false,
  createdAt: now,
  updatedAt: now,
  lastSeen: null,
  preferences: DEFAULT_PREFERENCES,
  totp: false,
  passkeys: 0,
  pinned_clients: [],
};
const names = {
  'name:f-1': { nameOf: 'f-1', name: contab.name, email: null },
  'name:c-1': { nameOf: 'c-1', name: brutaria.societate, email: null },
  'firm:c-1': { client: 'c-1', firm: 'f-1' },
};
const after = (...events: (UserEvent | ClientEvent | FirmEvent)[]) => given(firm, client(), registered, ...events);
const shows = (more: Partial<UserRow>, ...events: (UserEvent | ClientEvent | FirmEvent)[]) =>
  after(...events).thenRows({ ...names, ana: { ...row, ...more } });

describe('the view of users', () => {
  it('shows somebody with their company', () => shows({}));
  it('shows the firm of somebody’s company under the name it has now', () =>
    after({
      type: 'FirmDetailsChanged',
      data: { name: { from: contab.name, to: 'Expert' } },
      ...of('firm', 'f-1'),
    }).thenRows({
      ...names,
      'name:f-1': { nameOf: 'f-1', name: 'Expert', email: null },
      ana: { ...row, firm: { id: 'f-1', name: 'Expert' } },
    }));
  it('shows a company under the name it has now', () =>
    after({
      type: 'ClientDetailsChanged',
      data: { societate: { from: brutaria.societate, to: 'Brutăria Nouă' } },
      ...of('client', 'c-1'),
    }).thenRows({
      ...names,
      'name:c-1': { nameOf: 'c-1', name: 'Brutăria Nouă', email: null },
      ana: { ...row, client: { id: 'c-1', name: 'Brutăria Nouă' } },
    }));
  it('keeps the name of a company of which something else changed', () =>
    shows({}, { type: 'ClientDetailsChanged', data: { quota: { from: 0, to: 1 } }, ...of('client', 'c-1') }));
  it('shows an accountant with their firm, under the name it has now', () =>
    given(
      firm,
      { ...userRegistered(elena), ...of('user', 'elena') },
      { type: 'FirmDetailsChanged', data: { name: { from: contab.name, to: 'Expert' } }, ...of('firm', 'f-1') },
      { type: 'FirmDetailsChanged', data: { phone: { from: null, to: '0721123456' } }, ...of('firm', 'f-1') },
    ).thenRows({
      'name:f-1': { nameOf: 'f-1', name: 'Expert', email: null },
      elena: {
        ...row,
        id: 'elena',
        role: 'accountant',
        name: elena.name,
        email: elena.email,
        client: null,
        firm_id: 'f-1',
        firm: { id: 'f-1', name: 'Expert' },
      },
    }));
  it('shows somebody who was erased, of a company that was, without names', () =>
    given(
      { ...clientRegistered({ societate: null, cui: null }), ...of('client', 'c-1') },
      { ...userRegistered({ name: null, email: null }), ...of('user', 'ana') },
    ).thenRows({
      'name:c-1': { nameOf: 'c-1', name: null, email: null },
      'firm:c-1': { client: 'c-1', firm: 'f-1' },
      ana: { ...row, firm: { id: 'f-1', name: null }, client: { id: 'c-1', name: null }, name: null, email: null },
    }));

  it('shows where somebody belongs after a change', async () => {
    const to = (...clientIds: string[]) =>
      happened({ type: 'UserMembershipChanged', data: { clientIds: { from: ['c-1'], to: clientIds } } });
    await shows({ client: { id: 'c-2', name: null }, firm: null, updatedAt: later }, to('c-2'));
    await shows({ client: null, firm: null, updatedAt: later }, to('c-1', 'c-2'));
    await shows({ client: null, firm: null, updatedAt: later }, to());
    await shows(
      {
        role: 'accountant',
        firm_id: 'f-1',
        firm: { id: 'f-1', name: contab.name },
        client: null,
        updatedAt: later,
      },
      happened({
        type: 'UserRoleChanged',
        data: { from: 'user', to: 'accountant', firmId: { from: null, to: 'f-1' }, assignmentsEnded: [] },
      }),
      to(),
    );
  });
  it('shows the firm that all their companies are of', async () => {
    const joined = happened({
      type: 'UserMembershipChanged',
      data: { clientIds: { from: ['c-1'], to: ['c-1', 'c-2'] } },
    });
    const known = { 'name:c-2': { ...names['name:c-1'], nameOf: 'c-2' } };
    const ofBoth = { ...row, client: null, updatedAt: later };
    await after(client('c-2'), joined).thenRows({
      ...names,
      ...known,
      'firm:c-2': { client: 'c-2', firm: 'f-1' },
      ana: ofBoth,
    });
    const ofOther = { ...clientRegistered({ firmId: 'f-2' }), ...of('client', 'c-2') };
    await after(ofOther, joined).thenRows({
      ...names,
      ...known,
      'firm:c-2': { client: 'c-2', firm: 'f-2' },
      ana: { ...ofBoth, firm: null },
    });
  });
  it('shows what they are called, and whether they are active', async () => {
    const phone = { from: null, to: '0721123456' };
    await shows(
      { name: 'Ana Pop', phone: phone.to, updatedAt: later },
      happened({ type: 'UserProfileChanged', data: { name: { from: ana.name, to: 'Ana Pop' }, phone } }),
    );
    await shows({ phone: phone.to, updatedAt: later }, happened({ type: 'UserProfileChanged', data: { phone } }));
    await shows(
      { email: 'a@x.ro', updatedAt: later },
      happened({ type: 'UserEmailChanged', data: { from: ana.email, to: 'a@x.ro' } }),
    );
    const out = happened({ type: 'UserDeactivated', data: {} });
    await shows({ status: 'inactive', updatedAt: later }, out);
    await shows({ status: 'active', updatedAt: later }, out, happened({ type: 'UserActivated', data: {} }));
  });
  it('shows nobody who was deleted', () =>
    after(
      happened({
        type: 'UserDeleted',
        data: { role: 'user', firmId: null, clientIds: ['c-1'], assignmentsEnded: [] },
      }),
    ).thenRows(names));

  it('shows an invitation until it is followed', async () => {
    const invited = happened({
      type: 'UserInvited',
      data: { name: ana.name, email: ana.email, language: 'ro', requestId: 'r-1' },
    });
    await shows({ invited_at: later }, invited);
    await shows({}, invited, happened({ type: 'PasswordChanged', data: { credentialId: 'cr-1', by: 'invitation' } }));
  });
  it('hints at a password that an administrator has set, not at one of the installation or of their own', async () => {
    const set = happened({ type: 'PasswordChanged', data: { credentialId: 'cr-1', by: 'administrator' } });
    await shows({ must_change_password: true }, set);
    await shows({}, { ...set, actor: { kind: 'system', id: 'gateway', role: null, sessionId: null } } as UserEvent);
    await shows({}, set, happened({ type: 'PasswordChanged', data: { credentialId: 'cr-2', by: 'self' } }));
  });
  it('shows a second step while there is one', async () => {
    const totp = happened({ type: 'TwoStepEnabled', data: { method: 'totp' } });
    const key = happened({ type: 'PasskeyAdded', data: { passkeyId: 'p-1', name: 'Telefon' } });
    const noTotp = happened({ type: 'TwoStepDisabled', data: { method: 'totp' } });
    const noKey = happened({ type: 'PasskeyRemoved', data: { passkeyId: 'p-1', name: 'Telefon' } });
    await shows({ two_step: true, totp: true }, totp);
    await shows({ two_step: true, passkeys: 1 }, key);
    await shows({ two_step: true, passkeys: 1 }, totp, key, noTotp);
    await shows({}, totp, key, noTotp, noKey);
  });
  it('shows preferences and what was pinned', () =>
    shows(
      { preferences: { ...DEFAULT_PREFERENCES, theme: 'dark' }, pinned_clients: ['c-1'] },
      happened({
        type: 'PreferencesChanged',
        data: { from: DEFAULT_PREFERENCES, to: { ...DEFAULT_PREFERENCES, theme: 'dark' } },
      }),
      happened({ type: 'ClientsPinned', data: { from: [], to: ['c-1'] } }),
    ));
});

describe('users are found', () => {
  it('by words without case and diacritics, by company and by invitation', () =>
    expect(users.columnsOf({ ...row, name: 'Ana Țăranu 9', invited_at: now })).toMatchObject({
      listed: 1,
      client_id: 'c-1',
      invited: 1,
      sort_name: 'ana taranu 000000000009',
      searched: 'ana taranu 9 ana@brutaria.ro',
    }));
  it('also when they were erased', () =>
    expect(users.columnsOf({ ...row, name: null, email: null, client: null })).toMatchObject({
      client_id: null,
      invited: 0,
      sort_name: '',
      searched: ' ',
    }));
  it('by those whose names they show', () => {
    expect(users.subjectsOf!(row)).toEqual(['ana', 'f-1', 'c-1']);
    expect(users.subjectsOf!({ ...row, client: null, firm: { id: 'f-1', name: null } })).toEqual(['ana', 'f-1']);
  });
  it('by all who see users', () => expect(users.audienceOf!(row)).toBe('installation'));
});
