import { z } from 'zod';
import { events, shape, type EventOf } from '@dosar/kernel';
import { FactorMethod, Id } from '@dosar/contracts';

export const SessionEvents = events(
  'session',
  {
    SignedIn: shape(
      z.object({ userId: Id, method: z.enum(['password', 'link']), secondFactor: FactorMethod.nullable() }),
    ),
    /** Once a day, or when the address or the agent changes: the record itself says from where. */
    SessionSeen: shape(z.object({ userId: Id })),
    SignedOut: shape(z.object({ userId: Id })),
    SessionRevoked: shape(z.object({ userId: Id, reason: z.enum(['replaced', 'reused', 'revoked']) })),
  },
  () => null,
);
export type SessionEvent = EventOf<typeof SessionEvents>;
