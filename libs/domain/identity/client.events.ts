import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { Day, Id, Quota, TaxType } from '@dosar/contracts';

export const ClientEvents = events(
  'client',
  {
    ClientRegistered: shape(
      z.object({
        firmId: Id,
        cui: z.string(),
        registrulComertului: z.string().nullable(),
        dataInregistrarii: Day.nullable(),
        impozit: TaxType,
        platitorTva: z.boolean(),
        quota: Quota,
        societate: personal(z.string()),
        reprezentant: personal(z.string()),
        phone: personal(z.string()),
        email: personal(z.string()),
        companyEmail: personal(z.string()),
        address: personal(z.string()),
      }),
    ),
    ClientUserLinked: shape(z.object({ userId: Id })),
    ClientUserUnlinked: shape(z.object({ userId: Id })),
    AccountantAssigned: shape(z.object({ accountantId: Id })),
    AccountantUnassigned: shape(z.object({ accountantId: Id })),
  },
  (id) => `client:${id}`,
);
export type ClientEvent = EventOf<typeof ClientEvents>;
