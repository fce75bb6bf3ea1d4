import { z } from 'zod';
import { events, personal, shape, WHOLE, type EventOf } from '@dosar/kernel';
import { Day, FirmId, Quota, TaxType, UserId } from '../event-values';
import { change } from '../change';

const name = personal('name', z.string());
const contact = personal('contact', z.string());
const text = personal('content', z.string());

/** A sole trader's are personal data. */
const register = { cui: text, registrulComertului: text, dataInregistrarii: personal('content', Day) };
const facts = { impozit: TaxType, platitorTva: z.boolean(), quota: Quota };
const names = { societate: name, reprezentant: name };
const contacts = { phone: contact, email: contact, companyEmail: contact, address: contact };

/** Somebody is a user of the client as of that revision of their own stream: an older one that comes late changes nothing. */
const Membership = z.object({ userId: UserId, userRevision: z.int() });

/**
 * `userRevision`: the event that made them an accountant of the firm. An older end of that, which comes late, does not end
 * this.
 */
const Assignment = z.object({ accountantId: UserId, userRevision: z.int() });

/** Registration and contacts, which end as a whole. */
export const clientKey = (id: string): string => `client:${id}/${WHOLE}`;

export const ClientEvents = events(
  'client',
  {
    ClientRegistered: shape(z.object({ firmId: FirmId, ...register, ...facts, ...names, ...contacts })),
    ClientDetailsChanged: shape(
      z
        .object({
          cui: change(register.cui),
          registrulComertului: change(register.registrulComertului),
          dataInregistrarii: change(register.dataInregistrarii),
          impozit: change(facts.impozit),
          platitorTva: change(facts.platitorTva),
          quota: change(facts.quota),
          societate: change(name),
          reprezentant: change(name),
          phone: change(contact),
          email: change(contact),
          companyEmail: change(contact),
          address: change(contact),
        })
        .partial(),
    ),
    ClientDeleted: shape(z.object({ firmId: FirmId, cui: text, societate: name })),
    ClientUserLinked: shape(Membership),
    ClientUserUnlinked: shape(Membership),
    AccountantAssigned: shape(Assignment),
    AccountantUnassigned: shape(z.object({ accountantId: UserId })),
  },
  clientKey,
);
export type ClientEvent = EventOf<typeof ClientEvents>;
