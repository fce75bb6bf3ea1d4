import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { AccountantScope } from '@dosar/contracts';

export const FirmEvents = events(
  'firm',
  {
    FirmRegistered: shape(
      z.object({
        cui: z.string(),
        name: personal(z.string()),
        address: personal(z.string()),
        phone: personal(z.string()),
        email: personal(z.string()),
        accountantScope: AccountantScope,
      }),
    ),
  },
  (id) => `firm:${id}`,
);
export type FirmEvent = EventOf<typeof FirmEvents>;
