import { z } from 'zod';
import { IdParam } from '../endpoint';
import { HistoryEvent } from './files.view';

/** Newest first, as the audit is asked. */
export const history = {
  params: IdParam,
  query: z.object({
    /** A position: what happened before it. */
    before: z
      .string()
      .regex(/^\d{1,19}$/)
      .optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(200).default(50),
  }),
  status: 200,
  reply: z.object({ events: z.array(HistoryEvent), next_before: z.string().nullable() }),
  view: 'audit',
  isTagged: false,
} as const;
