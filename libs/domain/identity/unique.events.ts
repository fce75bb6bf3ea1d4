import { z } from 'zod';
import { events, shape, type EventOf } from '@dosar/kernel';
import { Id } from '@dosar/contracts';

/** Calls own a value only while they last. */
const Owner = z.object({ type: z.enum(['firm', 'client', 'call']), id: Id });
export type Owner = z.infer<typeof Owner>;

/** One small stream for each value that may belong to one thing only: a query before a decision could not promise it. */
export const UniqueEvents = events(
  'unique',
  {
    Claimed: shape(Owner),
    Released: shape(Owner),
  },
  () => null,
);
export type UniqueEvent = EventOf<typeof UniqueEvents>;

export const firmCui = (cui: string) => `firm-cui-${cui}`;
export const clientCui = (firmId: string, cui: string) => `client-cui-${firmId}-${cui}`;
/** Whoever has this may take an administrator away. */
export const ADMINISTRATORS = 'administrators';
