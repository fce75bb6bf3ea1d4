import { z } from 'zod';
import { AuditFilters } from '@dosar/contracts';

/** What the address of the screen says: the filters, and which event is open. */
export const AuditSearch = AuditFilters.extend({ event: z.string().optional() });
export type AuditSearch = z.infer<typeof AuditSearch>;
