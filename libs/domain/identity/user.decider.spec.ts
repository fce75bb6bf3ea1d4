import { decides, someone } from '@dosar/kernel/testing';
import { DEFAULT_PREFERENCES } from '@dosar/contracts';
import { ana, elena, userRegistered } from '../testing/identity';
import { user } from './user.decider';
import type { UserEvent } from './user.events';
import type { CommandOf } from './user-state';

const given = decides(user);
const requestId = someone.idFor('request');
const withPassword = { type: 'PasswordChanged', data: { credentialId: 'cr-1', by: 'administrator' } } as const;
const invited = {
  type: 'UserInvited',
  data: { name: ana.name, email: ana.email, language: 'ro', requestId: 'r-1' },
} as const;
const deactivated: UserEvent = { type: 'UserDeactivated', data: {} };
const deleted = {
  type: 'UserDeleted',
  data: { role: 'user', firmId: null, clientIds: ['c-1'], assignmentsEnded: [] },
} satisfies UserEvent;
const admin = userRegistered({ role: 'admin', clientIds: [] });
const accountant = userRegistered(elena);

describe('registering', () => {
  const register = (more: Partial<CommandOf<'RegisterUser'>['data']> = {}) =>
    ({ type: 'RegisterUser', data: { ...ana, credentialId: 'cr-1', language: 'ro', ...more } }) as const;

  it('with a password names it by its id alone', () => given().when(register()).then(userRegistered(), withPassword));
  it('without a password invites', () =>
    given()
      .when(register({ credentialId: null, language: 'en' }))
      .then(userRegistered(), { ...invited, data: { ...invited.data, language: 'en', requestId } }));
  it('again makes nobody twice, also after a deletion', () => {
    given(userRegistered(), withPassword).when(register()).thenNothing();
    given(userRegistered(), deleted).when(register()).thenNothing();
  });
  it('gives a firm to an accountant only, and companies to a user only, each once', () => {
    const [first] = given().when(register({ ...elena, clientIds: ['c-1'] })).events;
    expect(first).toEqual(accountant);
    const [second] = given().when(register({ firmId: 'f-1', clientIds: ['c-2', 'c-1', 'c-2'] })).events;
    expect(second).toEqual(userRegistered({ clientIds: ['c-1', 'c-2'] }));
    const [third] = given().when(register({ role: 'admin', firmId: 'f-1' })).events;
    expect(third).toEqual(admin);
  });
});

const change = (more: Partial<CommandOf<'ChangeUser'>['data']> = {}) =>
  ({ type: 'ChangeUser', data: { assignments: [], anotherStays: false, ...more } }) as const;

describe('changing an account', () => {
  it('says both ends of what changed, and nothing of what did not', () =>
    given(userRegistered(), withPassword)
      .when(change({ name: 'Ana Pop', phone: ana.phone, email: 'ana.pop@brutaria.ro', role: 'user', status: 'active' }))
      .then(
        { type: 'UserProfileChanged', data: { name: { from: ana.name, to: 'Ana Pop' } } },
        { type: 'UserEmailChanged', data: { from: ana.email, to: 'ana.pop@brutaria.ro' } },
      ));
  it('to what it is does nothing', () => {
    given(userRegistered(), withPassword)
      .when(change({ ...ana, status: 'active' }))
      .thenNothing();
    given(accountant)
      .when(change({ ...elena, clientIds: ['c-1'], assignments: ['c-1'] }))
      .thenNothing();
    given(userRegistered({ clientIds: ['c-1', 'c-2'] }))
      .when(change({ clientIds: ['c-2', 'c-1'] }))
      .thenNothing();
  });
  it('of nobody, or of somebody who is gone, is refused', () => {
    given()
      .when(change({ name: 'X' }))
      .thenRefused('user/unknown');
    given(userRegistered(), deleted)
      .when(change({ name: 'X' }))
      .thenRefused('user/unknown');
  });
  it('of the status says so once', () => {
    given(userRegistered())
      .when(change({ status: 'inactive' }))
      .then(deactivated);
    given(userRegistered(), deactivated)
      .when(change({ status: 'inactive' }))
      .thenNothing();
    given(userRegistered(), deactivated)
      .when(change({ status: 'active' }))
      .then({ type: 'UserActivated', data: {} });
    given(userRegistered(), deactivated, { type: 'UserActivated', data: {} })
      .when(change({ status: 'active' }))
      .thenNothing();
  });
  it('of the password tells its user, and ends all sessions', () =>
    given(userRegistered(), withPassword)
      .when(change({ credentialId: 'cr-2' }))
      .then(
        {
          type: 'PasswordChanged',
          data: {
            credentialId: 'cr-2',
            by: 'administrator',
            told: { name: ana.name, email: ana.email, language: DEFAULT_PREFERENCES.language },
          },
        },
        { type: 'AllSessionsRevoked', data: { exceptSessionId: null } },
      ));
  it('can end every second step', () =>
    given(
      userRegistered(),
      { type: 'TwoStepEnabled', data: { method: 'totp' } },
      { type: 'PasskeyAdded', data: { passkeyId: 'p-1', name: 'Telefon' } },
    )
      .when(change({ twoStepEnds: true }))
      .then(
        { type: 'TwoStepDisabled', data: { method: 'totp' } },
        { type: 'PasskeyRemoved', data: { passkeyId: 'p-1', name: 'Telefon' } },
      ));
  it('invites again whoever was invited at another address', () => {
    const moved = { type: 'UserEmailChanged', data: { from: ana.email, to: 'a@x.ro' } } as const;
    given(userRegistered(), invited)
      .when(change({ email: 'a@x.ro' }))
      .then(moved, {
        type: 'UserInvited',
        data: { name: ana.name, email: 'a@x.ro', language: DEFAULT_PREFERENCES.language, requestId },
      });
    given(userRegistered(), invited, withPassword)
      .when(change({ email: 'a@x.ro' }))
      .then(moved);
    const both = given(userRegistered(), invited).when(change({ email: 'a@x.ro', credentialId: 'cr-1' })).events;
    expect(both.map(({ type }) => type)).toEqual(['UserEmailChanged', 'PasswordChanged', 'AllSessionsRevoked']);
  });
});

describe('changing where somebody belongs', () => {
  it('moves a user from company to company in one event', () =>
    given(userRegistered())
      .when(change({ clientIds: ['c-2'] }))
      .then({ type: 'UserMembershipChanged', data: { clientIds: { from: ['c-1'], to: ['c-2'] } } }));
  it('gives several companies, and takes them away', () => {
    given(userRegistered())
      .when(change({ clientIds: ['c-3', 'c-1'] }))
      .then({ type: 'UserMembershipChanged', data: { clientIds: { from: ['c-1'], to: ['c-1', 'c-3'] } } });
    given(userRegistered())
      .when(change({ clientIds: [] }))
      .then({ type: 'UserMembershipChanged', data: { clientIds: { from: ['c-1'], to: [] } } });
  });
  it('of a user who becomes an accountant ends the memberships', () =>
    given(userRegistered())
      .when(change({ role: 'accountant', firmId: 'f-1', assignments: ['c-9'] }))
      .then(
        {
          type: 'UserRoleChanged',
          data: { from: 'user', to: 'accountant', firmId: { from: null, to: 'f-1' }, assignmentsEnded: [] },
        },
        { type: 'UserMembershipChanged', data: { clientIds: { from: ['c-1'], to: [] } } },
      ));
  it('of an accountant ends the assignments, with the role or the firm', () => {
    given(accountant)
      .when(change({ role: 'user', clientIds: ['c-1'], assignments: ['c-1', 'c-2'] }))
      .then(
        { type: 'UserMembershipChanged', data: { clientIds: { from: [], to: ['c-1'] } } },
        {
          type: 'UserRoleChanged',
          data: {
            from: 'accountant',
            to: 'user',
            firmId: { from: 'f-1', to: null },
            assignmentsEnded: ['c-1', 'c-2'],
          },
        },
      );
    given(accountant)
      .when(change({ firmId: 'f-2', assignments: ['c-1'] }))
      .then({
        type: 'UserRoleChanged',
        data: {
          from: 'accountant',
          to: 'accountant',
          firmId: { from: 'f-1', to: 'f-2' },
          assignmentsEnded: ['c-1'],
        },
      });
  });
});

describe('the last administrator', () => {
  const remove = (anotherStays: boolean) => ({ type: 'DeleteUser', data: { assignments: [], anotherStays } }) as const;
  const gone: UserEvent = {
    type: 'UserDeleted',
    data: { role: 'admin', firmId: null, clientIds: [], assignmentsEnded: [] },
  };
  it('stays an active administrator', () => {
    given(admin).when(remove(false)).thenRefused('user/administrator');
    given(admin)
      .when(change({ status: 'inactive' }))
      .thenRefused('user/administrator');
    given(admin)
      .when(change({ role: 'user' }))
      .thenRefused('user/administrator');
  });
  it('may be changed otherwise', () =>
    given(admin)
      .when(change({ role: 'admin' }))
      .thenNothing());
  it('goes when another one stays, or is none any more', () => {
    given(admin).when(remove(true)).then(gone);
    given(admin)
      .when(change({ status: 'inactive', anotherStays: true }))
      .then(deactivated);
    given(admin, deactivated).when(remove(false)).then(gone);
    given(admin, deactivated)
      .when(change({ role: 'admin' }))
      .thenNothing();
  });
});

describe('deleting', () => {
  const remove = (...assignments: string[]) =>
    ({ type: 'DeleteUser', data: { assignments, anotherStays: false } }) as const;
  it('says what ends with it', () => {
    given(userRegistered()).when(remove('c-9')).then(deleted);
    given(accountant)
      .when(remove('c-1', 'c-2'))
      .then({
        type: 'UserDeleted',
        data: { role: 'accountant', firmId: 'f-1', clientIds: [], assignmentsEnded: ['c-1', 'c-2'] },
      });
  });
  it('of nobody, or of somebody who is gone, is refused', () => {
    given().when(remove()).thenRefused('user/unknown');
    given(userRegistered(), deleted).when(remove()).thenRefused('user/unknown');
  });
});
