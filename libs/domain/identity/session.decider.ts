import { refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { SessionEvents, type SessionEvent } from './session.events';

export type SessionCommand =
  | Message<'SignIn', DataOf<SessionEvent, 'SignedIn'>>
  | Message<'SeeSession', { readonly count: number }>
  | Message<'SignOut', Record<never, never>>
  | Message<'RevokeSession', { readonly reason: 'replaced' | 'reused' | 'revoked' }>;

export type SessionRefusal = 'session/unknown' | 'session/over';

type SessionState = { readonly userId: string | null; readonly over: boolean };

export const session: Decider<SessionState, SessionCommand, SessionEvent, SessionRefusal> = {
  events: SessionEvents,
  initial: () => ({ userId: null, over: false }),

  decide: {
    SignIn: (how, state) => (state.userId === null ? [{ type: 'SignedIn', data: how }] : refuse('session/over')),
    SeeSession: ({ count }, { userId, over }) =>
      userId === null || over ? refuse('session/over') : [{ type: 'SessionSeen', data: { userId, count } }],
    SignOut: (_, { userId, over }) => {
      if (userId === null) return refuse('session/unknown');
      return over ? [] : [{ type: 'SignedOut', data: { userId } }];
    },
    RevokeSession: ({ reason }, { userId, over }) => {
      if (userId === null) return refuse('session/unknown');
      return over ? [] : [{ type: 'SessionRevoked', data: { userId, reason } }];
    },
  },

  evolve: {
    SignedIn: ({ userId }) => ({ userId, over: false }),
    SessionSeen: (_, state) => state,
    SignedOut: (_, { userId }) => ({ userId, over: true }),
    SessionRevoked: (_, { userId }) => ({ userId, over: true }),
  },
  belongsTo: (_, { data: { userId } }) => ({ userId }),
};
