import { decides } from '@dosar/kernel/testing';
import { userRegistered } from '../testing/identity';
import { user } from './user.decider';
import type { UserEvent } from './user.events';
import { hasSecondStep } from './user-state';

const given = decides(user);
const totp: UserEvent = { type: 'TwoStepEnabled', data: { method: 'totp' } };
const noTotp: UserEvent = { type: 'TwoStepDisabled', data: { method: 'totp' } };
const passkey = (passkeyId: string): UserEvent => ({ type: 'PasskeyAdded', data: { passkeyId, name: 'Telefon' } });
const noPasskey = (passkeyId: string): UserEvent => ({ type: 'PasskeyRemoved', data: { passkeyId, name: 'Telefon' } });
const codes = (count: number): UserEvent => ({ type: 'RecoveryCodesRenewed', data: { count } });

describe('codes of an authenticator', () => {
  const enable = { type: 'EnableTotp', data: { codes: 10 } } as const;
  const disable = { type: 'DisableTotp', data: { mustKeepOne: false } } as const;
  it('bring recovery codes when they are the first second step', () => {
    given(userRegistered()).when(enable).then(totp, codes(10));
    given(userRegistered(), passkey('p-1')).when(enable).then(totp);
    given(userRegistered(), passkey('p-1'), noPasskey('p-1')).when(enable).then(totp, codes(10));
  });
  it('of nobody are refused', () => given().when(enable).thenRefused('user/unknown'));
  it('are ended once', () => {
    given(userRegistered(), totp).when(disable).then(noTotp);
    given(userRegistered(), totp, noTotp).when(disable).thenNothing();
    given(userRegistered()).when(disable).thenNothing();
  });
});

describe('a passkey', () => {
  const add = (passkeyId: string) => ({ type: 'AddPasskey', data: { passkeyId, name: 'Telefon', codes: 10 } }) as const;
  const remove = (passkeyId: string, mustKeepOne = false) =>
    ({ type: 'RemovePasskey', data: { passkeyId, mustKeepOne } }) as const;
  it('brings recovery codes when it is the first second step', () => {
    given(userRegistered()).when(add('p-1')).then(passkey('p-1'), codes(10));
    given(userRegistered(), passkey('p-1')).when(add('p-2')).then(passkey('p-2'));
    given(userRegistered(), totp).when(add('p-1')).then(passkey('p-1'));
  });
  it('of nobody is refused', () => given().when(add('p-1')).thenRefused('user/unknown'));
  it('is one of twenty at most', () => {
    const twenty = Array.from({ length: 20 }, (_, at) => passkey(`p-${at}`));
    given(userRegistered(), ...twenty)
      .when(add('p-20'))
      .thenRefused('user/passkeys');
  });
  it('is removed by its id, under the name it has', () => {
    given(userRegistered(), passkey('p-1'), passkey('p-2')).when(remove('p-2')).then(noPasskey('p-2'));
    given(userRegistered(), passkey('p-1')).when(remove('p-2')).thenRefused('user/unknown');
    given(userRegistered(), passkey('p-1'), noPasskey('p-1')).when(remove('p-1')).thenRefused('user/unknown');
  });
});

describe('recovery codes', () => {
  const renew = { type: 'RenewRecoveryCodes', data: { codes: 10 } } as const;
  const use = { type: 'UseRecoveryCode', data: { left: 9 } } as const;
  it('are renewed while there is a second step', () => {
    given(userRegistered(), totp).when(renew).then(codes(10));
    given(userRegistered(), passkey('p-1')).when(renew).then(codes(10));
    given(userRegistered(), totp, noTotp).when(renew).thenRefused('user/no-second-step');
    given(userRegistered()).when(renew).thenRefused('user/no-second-step');
  });
  it('are used by somebody', () => {
    given(userRegistered(), totp)
      .when(use)
      .then({ type: 'RecoveryCodeUsed', data: { left: 9 } });
    given().when(use).thenRefused('user/unknown');
  });
});

it('the last second step stays when one must be kept', () => {
  const disable = { type: 'DisableTotp', data: { mustKeepOne: true } } as const;
  const remove = { type: 'RemovePasskey', data: { passkeyId: 'p-1', mustKeepOne: true } } as const;
  given(userRegistered(), totp, passkey('p-1')).when(disable).then(noTotp);
  given(userRegistered(), totp, passkey('p-1')).when(remove).then(noPasskey('p-1'));
  given(userRegistered(), totp).when(disable).thenRefused('user/last-second-step');
  given(userRegistered(), passkey('p-1')).when(remove).thenRefused('user/last-second-step');
  given(userRegistered(), passkey('p-1')).when(disable).thenNothing();
});

it('a second step is an authenticator or any passkey', () => {
  const passkeys = [{ id: 'p-1', name: null, at: '' }];
  expect(hasSecondStep({ totp: false, passkeys: [] })).toBe(false);
  expect(hasSecondStep({ totp: true, passkeys: [] })).toBe(true);
  expect(hasSecondStep({ totp: false, passkeys })).toBe(true);
});
