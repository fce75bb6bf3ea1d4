import { decides } from '@dosar/kernel/testing';
import { session } from './session.decider';
import type { SessionEvent } from './session.events';

const given = decides(session);
const how = { userId: 'ana', method: 'password', secondFactor: null, credentialId: 'cr-1' } as const;
const signedIn: SessionEvent = { type: 'SignedIn', data: how };
const signedOut: SessionEvent = { type: 'SignedOut', data: { userId: 'ana' } };
const revoked: SessionEvent = { type: 'SessionRevoked', data: { userId: 'ana', reason: 'reused' } };

describe('a session', () => {
  const signIn = { type: 'SignIn', data: how } as const;
  const see = { type: 'SeeSession', data: { count: 3 } } as const;
  const signOut = { type: 'SignOut', data: {} } as const;
  const revoke = { type: 'RevokeSession', data: { reason: 'reused' } } as const;

  it('begins once, and says what was proven', () => {
    given().when(signIn).then(signedIn);
    given(signedIn).when(signIn).thenRefused('session/over');
    given(signedIn, signedOut).when(signIn).thenRefused('session/over');
  });
  it('is seen only while it lasts', () => {
    given(signedIn)
      .when(see)
      .then({ type: 'SessionSeen', data: { userId: 'ana', count: 3 } });
    given(signedIn, { type: 'SessionSeen', data: { userId: 'ana', count: 1 } })
      .when(see)
      .then({ type: 'SessionSeen', data: { userId: 'ana', count: 3 } });
    given(signedIn, signedOut).when(see).thenRefused('session/over');
    given(signedIn, revoked).when(see).thenRefused('session/over');
    given().when(see).thenRefused('session/over');
  });
  it('ends once, by its holder or by others', () => {
    given(signedIn).when(signOut).then(signedOut);
    given(signedIn).when(revoke).then(revoked);
    for (const end of [signedOut, revoked]) {
      given(signedIn, end).when(signOut).thenNothing();
      given(signedIn, end).when(revoke).thenNothing();
    }
  });
  it('that never began does not end', () => {
    given().when(signOut).thenRefused('session/unknown');
    given().when(revoke).thenRefused('session/unknown');
  });
});
