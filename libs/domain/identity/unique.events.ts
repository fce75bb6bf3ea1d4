import { z } from 'zod';
import { events, shape, type EventOf } from '@dosar/kernel';
import { Id } from '@dosar/contracts';

/** One small stream for each value that may belong to one thing only: a query before a decision could not promise it. */
export const UniqueEvents = events(
  'unique',
  {
    Claimed: shape(z.object({ type: z.enum(['firm', 'client']), id: Id })),
    Released: shape(z.object({ type: z.enum(['firm', 'client']), id: Id })),
  },
  () => null,
);
export type UniqueEvent = EventOf<typeof UniqueEvents>;

export const firmCui = (cui: string) => `firm-cui-${cui}`;
export const clientCui = (firmId: string, cui: string) => `client-cui-${firmId}-${cui}`;
