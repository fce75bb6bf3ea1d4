import { z } from 'zod';
import { endpoint } from '../endpoint';
import { ClientId } from '../ids';

/** The lists that a screen makes a file of: accounts, firms, clients, and the invoices of a month. */
export const EXPORTED_LISTS = ['users', 'firms', 'clients', 'invoices'] as const;

export const exportsApi = {
  note: endpoint({
    method: 'POST',
    path: '/exports',
    summary:
      'Says that a list is taken away as a file that a screen makes of what it has read; it is an event, noted before the file is made.',
    body: z.strictObject({
      /** Which list it is. */
      list: z.enum(EXPORTED_LISTS),
      /** The client whose list it is; only invoices are of one. */
      client_id: ClientId.optional(),
      /** How many rows the file has. */
      count: z.int().min(0).max(1_000_000),
    }),
    status: 204,
    refuses: ['ACCESS_DENIED', 'NOT_FOUND'],
  }),
};
