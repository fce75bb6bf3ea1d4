import { decides } from '@dosar/kernel/testing';
import { client } from './client.decider';
import type { ClientEvent } from './client.events';
import { firm } from './firm.decider';
import { session } from './session.decider';
import { unique } from './unique.decider';
import { user } from './user.decider';
import type { UserEvent } from './user.events';

describe('a user', () => {
  const person = { role: 'user', firmId: null, name: 'Ana', email: 'ana@brutaria.ro', phone: null } as const;
  const register = { type: 'RegisterUser', data: { ...person, credentialId: 'cr-1', language: 'ro' } } as const;
  it('is registered with a credential, named by its id alone', () =>
    decides(user)()
      .when(register)
      .then(
        { type: 'UserRegistered', data: person },
        { type: 'PasswordChanged', data: { credentialId: 'cr-1', by: 'administrator' } },
      ));
  it('is registered once', () =>
    decides(user)({ type: 'UserRegistered', data: person }).when(register).thenRefused('user/exists'));
  it('who is an active administrator goes only when another stays', () => {
    const registered = { type: 'UserRegistered', data: { ...person, role: 'admin' } } as const;
    const remove = (anotherStays: boolean) => ({ type: 'DeleteUser', data: { clientIds: [], anotherStays } }) as const;
    const change = (changes: object) =>
      ({ type: 'ChangeUser', data: { clientIds: [], anotherStays: false, ...changes } }) as const;
    const given = decides(user);
    given(registered).when(remove(false)).thenRefused('user/administrator');
    given(registered)
      .when(change({ status: 'inactive' }))
      .thenRefused('user/administrator');
    given(registered)
      .when(change({ role: 'user' }))
      .thenRefused('user/administrator');
    given(registered)
      .when(change({ role: 'admin' }))
      .thenNothing();
    given(registered, { type: 'UserDeactivated', data: {} })
      .when(change({ role: 'admin' }))
      .thenNothing();
    const deleted: UserEvent = { type: 'UserDeleted', data: { role: 'admin', clientIds: [] } };
    given(registered).when(remove(true)).then(deleted);
    given(registered, { type: 'UserDeactivated', data: {} }).when(remove(false)).then(deleted);
  });
});

describe('a session', () => {
  const given = decides(session);
  const signedIn = { type: 'SignedIn', data: { userId: 'u', method: 'password', secondFactor: null } } as const;
  it('begins once', () => {
    given()
      .when({ type: 'SignIn', data: { userId: 'u', method: 'password', secondFactor: null } })
      .then(signedIn);
    given(signedIn)
      .when({ type: 'SignIn', data: { userId: 'u', method: 'password', secondFactor: null } })
      .thenRefused('session/over');
  });
  it('ends once, by its holder or by others', () => {
    given(signedIn)
      .when({ type: 'SignOut', data: {} })
      .then({ type: 'SignedOut', data: { userId: 'u' } });
    given(signedIn)
      .when({ type: 'RevokeSession', data: { reason: 'reused' } })
      .then({ type: 'SessionRevoked', data: { userId: 'u', reason: 'reused' } });
    given(signedIn, { type: 'SignedOut', data: { userId: 'u' } })
      .when({ type: 'RevokeSession', data: { reason: 'reused' } })
      .thenNothing();
    given().when({ type: 'SignOut', data: {} }).thenRefused('session/unknown');
  });
  it('is seen only while it lasts', () => {
    given(signedIn)
      .when({ type: 'SeeSession', data: {} })
      .then({ type: 'SessionSeen', data: { userId: 'u' } });
    given(signedIn, { type: 'SignedOut', data: { userId: 'u' } })
      .when({ type: 'SeeSession', data: {} })
      .thenRefused('session/over');
  });
});

describe('a claim', () => {
  const given = decides(unique);
  const claimed = { type: 'Claimed', data: { type: 'firm', id: 'a' } } as const;
  it('belongs to the first', () => {
    given()
      .when({ type: 'Claim', data: { type: 'firm', id: 'a' } })
      .then(claimed);
    given(claimed)
      .when({ type: 'Claim', data: { type: 'firm', id: 'b' } })
      .thenRefused('unique/taken');
    given(claimed)
      .when({ type: 'Claim', data: { type: 'firm', id: 'a' } })
      .thenNothing();
  });
  it('is let go by its owner alone, and can then be had again', () => {
    const released = { type: 'Released', data: { type: 'firm', id: 'a' } } as const;
    given(claimed)
      .when({ type: 'Release', data: { type: 'firm', id: 'b' } })
      .thenNothing();
    given(claimed)
      .when({ type: 'Release', data: { type: 'firm', id: 'a' } })
      .then(released);
    given(claimed, released)
      .when({ type: 'Claim', data: { type: 'firm', id: 'b' } })
      .then({ type: 'Claimed', data: { type: 'firm', id: 'b' } });
  });
});

describe('a firm and its clients', () => {
  const details = {
    cui: '16234580',
    name: 'Contab',
    address: null,
    phone: null,
    email: null,
    accountantScope: 'firm',
  } as const;
  const registered: ClientEvent = {
    type: 'ClientRegistered',
    data: {
      firmId: 'f',
      cui: '617173556',
      registrulComertului: null,
      dataInregistrarii: null,
      impozit: 'micro',
      platitorTva: true,
      quota: 0,
      societate: 'Brutăria',
      reprezentant: null,
      phone: null,
      email: null,
      companyEmail: null,
      address: null,
    },
  };
  it('are registered once', () => {
    decides(firm)().when({ type: 'RegisterFirm', data: details }).then({ type: 'FirmRegistered', data: details });
    decides(firm)({ type: 'FirmRegistered', data: details })
      .when({ type: 'RegisterFirm', data: details })
      .thenRefused('firm/exists');
    decides(client)(registered).when({ type: 'RegisterClient', data: registered.data }).thenRefused('client/exists');
  });
  it('have users and accountants, each once', () => {
    const given = decides(client);
    given(registered)
      .when({ type: 'LinkUser', data: { userId: 'u' } })
      .then({ type: 'ClientUserLinked', data: { userId: 'u' } });
    given(registered, { type: 'ClientUserLinked', data: { userId: 'u' } })
      .when({ type: 'LinkUser', data: { userId: 'u' } })
      .thenNothing();
    given()
      .when({ type: 'LinkUser', data: { userId: 'u' } })
      .thenRefused('client/unknown');
    const assigned = { type: 'AccountantAssigned', data: { accountantId: 'a' } } as const;
    given(registered)
      .when({ type: 'AssignAccountants', data: { accountantIds: ['a', 'a'] } })
      .then(assigned);
    given(registered, assigned)
      .when({ type: 'UnassignAccountant', data: { accountantId: 'a' } })
      .then({ type: 'AccountantUnassigned', data: { accountantId: 'a' } });
    given(registered)
      .when({ type: 'UnassignAccountant', data: { accountantId: 'a' } })
      .thenNothing();
  });
});
