import { projects } from '@dosar/kernel/testing';
import { clientRegistered, firmRegistered, of, userRegistered } from '../testing/identity';
import { access, changesRights } from './access.projector';
import { ClientEvents, type ClientEvent } from './client.events';
import { FirmEvents, type FirmEvent } from './firm.events';
import { rights } from './rights.projector';
import { UserEvents, type UserEvent } from './user.events';

type Any = UserEvent | FirmEvent | ClientEvent;
const given = projects<Any>(rights, UserEvents, FirmEvents, ClientEvents);

describe('who could do what', () => {
  it('is told by the same rows as who may now', () =>
    given(
      { ...firmRegistered(), ...of('firm', 'f-1') },
      { ...clientRegistered(), ...of('client', 'c-1') },
      { ...userRegistered(), ...of('user', 'ana') },
      { type: 'UserDeactivated', data: {}, ...of('user', 'ana') },
      { type: 'AccountantAssigned', data: { accountantId: 'elena', userRevision: 0 }, ...of('client', 'c-1') },
    ).thenRows({
      'f-1': { kind: 'firm', id: 'f-1', accountantScope: 'assigned' },
      'c-1': expect.objectContaining({ kind: 'client', firmId: 'f-1', isDeleted: false, accountants: ['elena'] }),
      ana: expect.objectContaining({ kind: 'user', role: 'user', status: 'inactive', clientIds: ['c-1'] }),
    }));

  it('knows of all that decides it but of sessions, proofs and settings', () => {
    const left = Object.keys(access.on).filter((type) => !(type in rights.on));
    expect(left.filter(changesRights)).toEqual([
      'UserEmailChanged',
      'PasswordChanged',
      'SignInLinkSent',
      'AllSessionsRevoked',
      'SignedOut',
      'SessionRevoked',
      'ClientDetailsChanged',
      'SettingsChanged',
    ]);
  });
});
