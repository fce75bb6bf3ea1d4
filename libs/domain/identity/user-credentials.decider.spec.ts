import { decides, someone } from '@dosar/kernel/testing';
import { DEFAULT_PREFERENCES } from '@dosar/contracts';
import { ana, elena, userRegistered } from '../testing/identity';
import { user } from './user.decider';
import type { UserEvent } from './user.events';
import { linkOf, LINKS } from './user-state';

const given = decides(user);
const requestId = someone.idFor('request');
const reader = { name: ana.name, email: ana.email, language: DEFAULT_PREFERENCES.language };
const letter = { ...reader, requestId: 'r-1' };
const after = (ms: number) => ({ now: new Date(Date.parse(someone.now) + ms).toISOString() });

const invited: UserEvent = { type: 'UserInvited', data: letter };
const resetRequested: UserEvent = { type: 'PasswordResetRequested', data: letter };
const linkSent: UserEvent = { type: 'SignInLinkSent', data: letter };
const firstPassword = { type: 'PasswordChanged', data: { credentialId: 'cr-1', by: 'administrator' } } as const;
const deactivated: UserEvent = { type: 'UserDeactivated', data: {} };
const emailChanged: UserEvent = { type: 'UserEmailChanged', data: { from: ana.email, to: 'a@x.ro' } };
const everySession = (exceptSessionId: string | null = null): UserEvent => ({
  type: 'AllSessionsRevoked',
  data: { exceptSessionId },
});
const deleted: UserEvent = {
  type: 'UserDeleted',
  data: { role: 'user', firmId: null, clientIds: ['c-1'], assignmentsEnded: [] },
};

describe('an invitation', () => {
  const invite = { type: 'InviteUser', data: { language: 'en' } } as const;
  const accept = (request = 'r-1') =>
    ({ type: 'AcceptInvitation', data: { requestId: request, credentialId: 'cr-1' } }) as const;

  it('is sent again to whoever has not followed one', () =>
    given(userRegistered(), invited)
      .when(invite)
      .then({ type: 'UserInvited', data: { ...reader, language: 'en', requestId } }));
  it('is not sent to somebody with a password, or to nobody', () => {
    given(userRegistered(), firstPassword).when(invite).thenRefused('user/accepted');
    given().when(invite).thenRefused('user/unknown');
    given(userRegistered(), deleted).when(invite).thenRefused('user/unknown');
  });
  it('lets its reader choose a password, of which nobody is told', () =>
    given(userRegistered(), invited)
      .when(accept())
      .then({ type: 'PasswordChanged', data: { credentialId: 'cr-1', by: 'invitation' } }));
  it('is over after seven days', () => {
    expect(given(userRegistered(), invited).when(accept(), after(LINKS.invitation - 1)).events).toHaveLength(1);
    given(userRegistered(), invited).when(accept(), after(LINKS.invitation)).thenRefused('user/link-over');
  });
  it('is over when it is followed by a newer one, used, or sent to another address', () => {
    given(userRegistered(), invited, { type: 'UserInvited', data: { ...letter, requestId: 'r-2' } })
      .when(accept())
      .thenRefused('user/link-over');
    given(userRegistered(), invited, firstPassword).when(accept()).thenRefused('user/link-over');
    given(userRegistered(), invited, emailChanged).when(accept()).thenRefused('user/link-over');
  });
  it('opens no account that is inactive or gone', () => {
    given(userRegistered(), invited, deactivated).when(accept()).thenRefused('user/link-over');
    given(userRegistered(), invited, deleted).when(accept()).thenRefused('user/link-over');
    given().when(accept()).thenRefused('user/link-over');
  });
});

describe('the own password', () => {
  const change = { type: 'ChangePassword', data: { credentialId: 'cr-2', sessionId: 's-1', shownId: 'cr-1' } } as const;
  it('is changed with a letter about it, and ends all other sessions', () =>
    given(userRegistered(), firstPassword)
      .when(change)
      .then(
        { type: 'PasswordChanged', data: { credentialId: 'cr-2', by: 'self', told: reader } },
        everySession('s-1'),
      ));
  it('is not changed by whoever has shown another', () => {
    const shown = { ...change, data: { ...change.data, shownId: 'cr-0' } };
    given(userRegistered(), firstPassword).when(shown).thenRefused('user/password-over');
  });
  it('of nobody cannot be changed', () => given().when(change).thenRefused('user/unknown'));
});

describe('a reset', () => {
  const request = { type: 'RequestReset', data: { language: 'ro' } } as const;
  const complete = (asked = 'r-1') =>
    ({ type: 'CompleteReset', data: { requestId: asked, credentialId: 'cr-2' } }) as const;

  it('is sent to who is active', () => {
    given(userRegistered())
      .when(request)
      .then({ type: 'PasswordResetRequested', data: { ...reader, requestId } });
    given(userRegistered(), deactivated).when(request).thenRefused('user/unknown');
    given(userRegistered(), deleted).when(request).thenRefused('user/unknown');
    given().when(request).thenRefused('user/unknown');
  });
  it('chooses a password and ends all sessions', () =>
    given(userRegistered(), firstPassword, resetRequested)
      .when(complete())
      .then(
        { type: 'PasswordResetCompleted', data: { requestId: 'r-1' } },
        { type: 'PasswordChanged', data: { credentialId: 'cr-2', by: 'reset', told: reader } },
        everySession(),
      ));
  it('is over after an hour', () => {
    expect(given(userRegistered(), resetRequested).when(complete(), after(LINKS.reset - 1)).events).toHaveLength(3);
    given(userRegistered(), resetRequested).when(complete(), after(LINKS.reset)).thenRefused('user/link-over');
  });
  it.each<[string, UserEvent]>([
    ['a newer one', { type: 'PasswordResetRequested', data: { ...letter, requestId: 'r-2' } }],
    ['its use', { type: 'PasswordResetCompleted', data: { requestId: 'r-1' } }],
    ['another password', firstPassword],
    ['another e-mail', emailChanged],
    ['deactivation', deactivated],
    ['deletion', deleted],
  ])('is over after %s', (_, event) =>
    given(userRegistered(), resetRequested, event).when(complete()).thenRefused('user/link-over'),
  );
});

describe('a link that signs in', () => {
  const send = { type: 'SendSignInLink', data: { language: 'ro' } } as const;
  const open = (...past: UserEvent[]) =>
    linkOf(
      past.reduce(
        (state, { type, data }) => (user.evolve[type] as (...all: unknown[]) => typeof state)(data, state, someone),
        user.initial(),
      ),
      'sign_in',
    );

  it('is sent to an active user of a client alone', () => {
    given(userRegistered())
      .when(send)
      .then({ type: 'SignInLinkSent', data: { ...reader, requestId } });
    given(userRegistered(elena)).when(send).thenRefused('user/unknown');
    given(userRegistered({ role: 'admin' }))
      .when(send)
      .thenRefused('user/unknown');
    given(userRegistered(), deactivated).when(send).thenRefused('user/unknown');
    given().when(send).thenRefused('user/unknown');
  });
  it('holds until it is followed by a newer one', () => {
    expect(open(userRegistered(), linkSent)?.requestId).toBe('r-1');
    const newer: UserEvent = { type: 'SignInLinkSent', data: { ...letter, requestId: 'r-2' } };
    expect(open(userRegistered(), linkSent, newer)?.requestId).toBe('r-2');
  });
  it.each<[string, UserEvent]>([
    ['a password', firstPassword],
    ['another e-mail', emailChanged],
    ['the end of all sessions', everySession()],
    [
      'another role: it would sign in an administrator',
      {
        type: 'UserRoleChanged',
        data: { from: 'user', to: 'admin', firmId: { from: null, to: null }, assignmentsEnded: [] },
      },
    ],
    ['deletion', deleted],
  ])('is over after %s', (_, event) => expect(open(userRegistered(), linkSent, event)).toBeNull());
});

describe('all sessions', () => {
  const revoke = { type: 'RevokeAllSessions', data: {} } as const;
  it('are ended at once', () => given(userRegistered()).when(revoke).then(everySession()));
  it('of nobody are not', () => given().when(revoke).thenRefused('user/unknown'));
});

describe('refused sign-ins', () => {
  const refuse = (count: number) => ({ type: 'RefuseSignIn', data: { count } }) as const;
  const refused = (count: number): UserEvent => ({ type: 'SignInRefused', data: { count } });
  const hour = 60 * 60_000;
  it('are told at once, then together once an hour', () => {
    given(userRegistered()).when(refuse(1)).then(refused(1));
    given(userRegistered(), refused(1))
      .when(refuse(5), after(hour - 1))
      .thenNothing();
    given(userRegistered(), refused(1)).when(refuse(6), after(hour)).then(refused(6));
  });
  it('of nobody are not told', () => {
    given().when(refuse(1)).thenNothing();
    given(userRegistered(), deleted).when(refuse(1)).thenNothing();
  });
});
