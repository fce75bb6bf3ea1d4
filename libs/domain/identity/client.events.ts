import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { Day, Id, Quota, TaxType } from '@dosar/contracts';
import { change } from '../change';

const text = personal(z.string());

/** Of a sole trader these are a person's. */
const register = { cui: text, registrulComertului: text, dataInregistrarii: personal(Day) };
const facts = { impozit: TaxType, platitorTva: z.boolean(), quota: Quota };
const texts = { societate: text, reprezentant: text, phone: text, email: text, companyEmail: text, address: text };

/** Somebody is a user of the client as of that revision of their own stream: an older one that comes late changes nothing. */
const Membership = z.object({ userId: Id, userRevision: z.int() });

/** `userRevision`: what made them an accountant of the firm. An older end of that, which comes late, does not end this. */
const Assignment = z.object({ accountantId: Id, userRevision: z.int() });

export const ClientEvents = events(
  'client',
  {
    ClientRegistered: shape(z.object({ firmId: Id, ...register, ...facts, ...texts })),
    ClientDetailsChanged: shape(
      z
        .object({
          cui: change(register.cui),
          registrulComertului: change(register.registrulComertului),
          dataInregistrarii: change(register.dataInregistrarii),
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
    ClientDeleted: shape(z.object({ firmId: Id, cui: text, societate: text })),
    ClientUserLinked: shape(Membership),
    ClientUserUnlinked: shape(Membership),
    AccountantAssigned: shape(Assignment),
    AccountantUnassigned: shape(z.object({ accountantId: Id })),
  },
  (id) => `client:${id}`,
);
export type ClientEvent = EventOf<typeof ClientEvents>;
