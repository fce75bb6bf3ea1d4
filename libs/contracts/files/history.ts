import { z } from 'zod';
import { EventsPaging, IdParam } from '../endpoint';
import { HistoryEvent } from './files.view';

/** What happened to one thing, for those who may see it. */
export const history = {
  params: IdParam,
  query: EventsPaging,
  status: 200,
  reply: z.object({ events: z.array(HistoryEvent), next_before: z.string().nullable() }),
  view: 'audit',
  isTagged: false,
} as const;
