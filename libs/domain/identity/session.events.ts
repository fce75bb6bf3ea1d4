import { z } from 'zod';
import { events, internal, shape, type EventOf } from '@dosar/kernel';
import { FactorMethod, Id, UserId } from '../event-values';

export const SessionEvents = events(
  'session',
  {
    /** `credentialId`: what was proven, the user's password at that time or the request of a link. */
    SignedIn: shape(
      z.object({
        userId: UserId,
        method: z.enum(['password', 'link']),
        secondFactor: FactorMethod.nullable(),
        credentialId: internal(Id),
      }),
    ),
    /**
     * Once a day; for another address or agent at once the first time, then at most once an hour: `count` is the number
     * since. The record itself has the address.
     */
    SessionSeen: shape(z.object({ userId: UserId, count: z.int() })),
    SignedOut: shape(z.object({ userId: UserId })),
    SessionRevoked: shape(z.object({ userId: UserId, reason: z.enum(['replaced', 'reused', 'revoked']) })),
  },
  () => null,
);
export type SessionEvent = EventOf<typeof SessionEvents>;
