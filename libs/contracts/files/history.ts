import { z } from 'zod';
import { EventsPaging, IdParam } from '../endpoint';
import { HistoryEvent } from './files.view';

/** What happened to one thing, for those who may see it. */
export const history = {
  params: IdParam,
  query: EventsPaging,
  status: 200,
  reply: z.object({
    /** What happened, newest first. */
    events: z.array(HistoryEvent),
    /** Given as `before`, it leads to the next page; null on the last. */
    next_before: z.string().nullable(),
  }),
  view: 'audit',
  isTagged: false,
} as const;
