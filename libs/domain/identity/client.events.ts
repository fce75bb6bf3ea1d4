import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { Day, Id, Quota, TaxType } from '@dosar/contracts';
import { change } from '../change';

const text = personal(z.string());

const facts = {
  cui: z.string(),
  registrulComertului: z.string().nullable(),
  dataInregistrarii: Day.nullable(),
  impozit: TaxType,
  platitorTva: z.boolean(),
  quota: Quota,
};
const texts = { societate: text, reprezentant: text, phone: text, email: text, companyEmail: text, address: text };

export const ClientEvents = events(
  'client',
  {
    ClientRegistered: shape(z.object({ firmId: Id, ...facts, ...texts })),
    ClientDetailsChanged: shape(
      z
        .object({
          cui: change(facts.cui),
          registrulComertului: change(facts.registrulComertului),
          dataInregistrarii: change(facts.dataInregistrarii),
          impozit: change(facts.impozit),
          platitorTva: change(facts.platitorTva),
          quota: change(facts.quota),
          societate: change(text),
          reprezentant: change(text),
          phone: change(text),
          email: change(text),
          companyEmail: change(text),
          address: change(text),
        })
        .partial(),
    ),
    ClientDeleted: shape(z.object({ firmId: Id, cui: z.string(), societate: text })),
    ClientUserLinked: shape(z.object({ userId: Id })),
    ClientUserUnlinked: shape(z.object({ userId: Id })),
    AccountantAssigned: shape(z.object({ accountantId: Id })),
    AccountantUnassigned: shape(z.object({ accountantId: Id })),
  },
  (id) => `client:${id}`,
);
export type ClientEvent = EventOf<typeof ClientEvents>;
