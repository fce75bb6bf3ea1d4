import { z } from 'zod';
import { events, internal, shape, type EventOf } from '@dosar/kernel';
import { FactorMethod, Id, UserId } from '../event-values';

export const SessionEvents = events(
  'session',
  {
    /** `credentialId` is what was proven: the password that was the user's then, or the request of a link. */
    SignedIn: shape(
      z.object({
        userId: UserId,
        method: z.enum(['password', 'link']),
        secondFactor: FactorMethod.nullable(),
        credentialId: internal(Id),
      }),
    ),
    /**
     * Once a day; and when the address or the agent is another one, the first time at once, then at most once an hour:
     * `count` says how often since. The record itself says from where.
     */
    SessionSeen: shape(z.object({ userId: UserId, count: z.int() })),
    SignedOut: shape(z.object({ userId: UserId })),
    SessionRevoked: shape(z.object({ userId: UserId, reason: z.enum(['replaced', 'reused', 'revoked']) })),
  },
  () => null,
);
export type SessionEvent = EventOf<typeof SessionEvents>;
