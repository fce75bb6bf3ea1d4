import { refuse, type Decider } from '@dosar/kernel';
import { PEOPLE_LIMITS } from '@dosar/contracts';
import type { UserEvent } from './user.events';
import { hasSecondStep, type CommandOf, type EventOf, type UserRefusal, type UserState } from './user-state';

type Commands = CommandOf<
  'EnableTotp' | 'DisableTotp' | 'AddPasskey' | 'RemovePasskey' | 'RenewRecoveryCodes' | 'UseRecoveryCode'
>;
type Events = EventOf<
  'TwoStepEnabled' | 'TwoStepDisabled' | 'RecoveryCodesRenewed' | 'RecoveryCodeUsed' | 'PasskeyAdded' | 'PasskeyRemoved'
>;
type Part = Decider<UserState, Commands, UserEvent, UserRefusal>;

const endTotp: UserEvent = { type: 'TwoStepDisabled', data: { method: 'totp' } };
const endPasskey = ({ id, name }: UserState['passkeys'][number]): UserEvent => ({
  type: 'PasskeyRemoved',
  data: { passkeyId: id, name },
});

/** Ends all second factors: an administrator does so for somebody who has lost theirs. */
export const endTwoStep = ({ totp, passkeys }: UserState): UserEvent[] => [
  ...(totp ? [endTotp] : []),
  ...passkeys.map(endPasskey),
];

/** Recovery codes are created with the first second factor. */
const firstCodes = (state: UserState, count: number): UserEvent[] =>
  hasSecondStep(state) ? [] : [{ type: 'RecoveryCodesRenewed', data: { count } }];

const isLast = ({ totp, passkeys }: UserState): boolean => Number(totp) + passkeys.length === 1;

/** The second factor of signing in. `mustKeepOne`: the administrator requires one. */
export const decideTwoStep: Part['decide'] = {
  EnableTotp: ({ codes }, state) => {
    if (state.role === null) return refuse('user/unknown');
    return [{ type: 'TwoStepEnabled', data: { method: 'totp' } }, ...firstCodes(state, codes)];
  },
  DisableTotp: ({ mustKeepOne }, state) => {
    if (!state.totp) return [];
    return mustKeepOne && isLast(state) ? refuse('user/last-second-step') : [endTotp];
  },
  AddPasskey: ({ passkeyId, name, codes }, state) => {
    if (state.role === null) return refuse('user/unknown');
    if (state.passkeys.length >= PEOPLE_LIMITS.passkeys) return refuse('user/passkeys');
    return [{ type: 'PasskeyAdded', data: { passkeyId, name } }, ...firstCodes(state, codes)];
  },
  RemovePasskey: ({ passkeyId, mustKeepOne }, state) => {
    const found = state.passkeys.find(({ id }) => id === passkeyId);
    if (!found) return refuse('user/unknown');
    return mustKeepOne && isLast(state) ? refuse('user/last-second-step') : [endPasskey(found)];
  },
  RenewRecoveryCodes: ({ codes }, state) =>
    hasSecondStep(state) ? [{ type: 'RecoveryCodesRenewed', data: { count: codes } }] : refuse('user/no-second-step'),
  UseRecoveryCode: ({ left }, { role }) =>
    role === null ? refuse('user/unknown') : [{ type: 'RecoveryCodeUsed', data: { left } }],
};

export const evolveTwoStep: Pick<Part['evolve'], Events['type']> = {
  TwoStepEnabled: (_, state) => ({ ...state, totp: true }),
  TwoStepDisabled: (_, state) => ({ ...state, totp: false }),
  RecoveryCodesRenewed: (_, state) => state,
  RecoveryCodeUsed: (_, state) => state,
  PasskeyAdded: ({ passkeyId, name }, state, { now }) => ({
    ...state,
    passkeys: [...state.passkeys, { id: passkeyId, name, at: now }],
  }),
  PasskeyRemoved: ({ passkeyId }, state) => ({
    ...state,
    passkeys: state.passkeys.filter(({ id }) => id !== passkeyId),
  }),
};
