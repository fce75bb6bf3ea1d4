import { z } from 'zod';
import { events, personal, shape, WHOLE, type EventOf } from '@dosar/kernel';
import { AccountantScope } from '../event-values';
import { change } from '../change';

const nameText = personal('name', z.string());
const contact = personal('contact', z.string());

const details = {
  /** A sole trader's is personal data. */
  cui: personal('content', z.string()),
  accountantScope: AccountantScope,
  name: nameText,
  address: contact,
  phone: contact,
  email: contact,
};

export const FirmEvents = events(
  'firm',
  {
    FirmRegistered: shape(z.object(details)),
    FirmDetailsChanged: shape(
      z
        .object({
          cui: change(details.cui),
          accountantScope: change(details.accountantScope),
          name: change(details.name),
          address: change(contact),
          phone: change(contact),
          email: change(contact),
        })
        .partial(),
    ),
    FirmDeleted: shape(z.object({ name: details.name, cui: details.cui })),
  },
  (id) => `firm:${id}/${WHOLE}`,
);
export type FirmEvent = EventOf<typeof FirmEvents>;
