import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { AccountantScope } from '@dosar/contracts';
import { change } from '../change';

const text = personal(z.string());

const details = {
  /** Of a sole trader it is a person's. */
  cui: text,
  accountantScope: AccountantScope,
  name: text,
  address: text,
  phone: text,
  email: text,
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
          name: change(text),
          address: change(text),
          phone: change(text),
          email: change(text),
        })
        .partial(),
    ),
    FirmDeleted: shape(z.object({ name: text, cui: text })),
  },
  (id) => `firm:${id}`,
);
export type FirmEvent = EventOf<typeof FirmEvents>;
