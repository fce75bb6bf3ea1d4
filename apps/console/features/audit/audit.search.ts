import { z } from 'zod';
import { AuditFilters } from '@dosar/contracts';

/** What is looked for. */
export const DeedSearch = AuditFilters.extend({
  /** Groups, with a comma between two of them. */
  kinds: z.string().optional(),
  bookkeeping: z.literal(true).optional(),
});
export type DeedSearch = z.infer<typeof DeedSearch>;

/** What the address of the screen says: the filters, which deed is opened to its events, and which event is looked at. */
export const AuditSearch = DeedSearch.extend({ deed: z.string().optional(), event: z.string().optional() });
export type AuditSearch = z.infer<typeof AuditSearch>;
