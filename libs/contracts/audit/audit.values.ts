import { z } from 'zod';
import { Day } from '../endpoint';
import { ClientId, Id, UserId } from '../ids';

/** An instant, or a day of Bucharest: `date_to` includes its day. */
export const Moment = z.union([Day, z.iso.datetime({ offset: true })]);

export const AuditFilters = z.object({
  event_type: z.string().max(200).optional(),
  user_id: UserId.optional(),
  resource_type: z.string().max(64).optional(),
  resource_id: Id.optional(),
  client_id: ClientId.optional(),
  correlation_id: Id.optional(),
  ip_address: z.string().max(64).optional(),
  date_from: Moment.optional(),
  date_to: Moment.optional(),
  q: z.string().max(200).optional(),
});
export type AuditFilters = z.infer<typeof AuditFilters>;
