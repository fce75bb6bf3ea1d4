import { z } from 'zod';
import { Day } from '../endpoint';
import { ClientId, Id, UserId } from '../ids';

/** An instant, or a day of Bucharest: `date_to` includes its day. */
export const Moment = z.union([Day, z.iso.datetime({ offset: true })]);

export const AuditFilters = z.object({
  /** Only events of this kind. */
  event_type: z.string().max(200).optional(),
  /** Only what this person has done. */
  user_id: UserId.optional(),
  /** Only what is about things of this kind. */
  resource_type: z.string().max(64).optional(),
  /** Only what is about the thing with this id. */
  resource_id: Id.optional(),
  /** Only what is about this client. */
  client_id: ClientId.optional(),
  /** Only what one act caused. */
  correlation_id: Id.optional(),
  /** Only what came from this address. */
  ip_address: z.string().max(64).optional(),
  /** Only what is not older than this day or instant. */
  date_from: Moment.optional(),
  /** Only what is not newer than this day or instant; a day counts whole. */
  date_to: Moment.optional(),
  /** Words of names, persons and details. */
  q: z.string().max(200).optional(),
});
export type AuditFilters = z.infer<typeof AuditFilters>;
