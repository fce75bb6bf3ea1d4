import { z } from 'zod';
import { endpoint, EventsPaging, Flag, IdParam, Instant, LogPosition } from '../endpoint';
import { partOf } from '../features';
import { Id } from '../ids';
import { AuditFilters } from './audit.values';
import { AuditEvent } from './audit.view';
import { Deed, DeedKind } from './deeds.view';

/** A deed is found by what is in it. */
export const DeedFilters = AuditFilters.extend({
  /** Groups of events, with a comma between two of them. */
  kinds: z
    .string()
    .max(200)
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(DeedKind))
    .optional(),
  /** Also what nobody does by themselves: notifications, marks of what was read. */
  bookkeeping: Flag.default(false),
});
export type DeedFilters = z.infer<typeof DeedFilters>;

export const ACTIVITY_UNITS = ['hour', 'day', 'month'] as const;

/** As what the audit is taken away. */
export const EXPORT_FORMATS = ['csv', 'jsonl', 'pdf'] as const;
/** More events than a PDF has pages for are taken as CSV or JSONL. */
export const PDF_EVENTS = 10_000;

/** A page of events, oldest first: those after a position. */
const OldestFirst = z.object({
  /** The position of the last event of the page before; without one, the oldest events. */ after:
    LogPosition.optional(),
  /** How many events are answered at most. */ limit: EventsPaging.shape.limit,
});

const historyOf = <const P extends `/${string}`>(path: P, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    params: IdParam,
    query: OldestFirst,
    status: 200,
    reply: z.object({
      /** What happened, oldest first. */ events: z.array(AuditEvent),
      /** Given as `after`, it leads to the next page; null on the last. */ next_after: z.string().nullable(),
    }),
    view: 'audit',
    isTagged: false,
  });

export const deedsApi = partOf(['audit'], {
  list: endpoint({
    method: 'GET',
    path: '/audit/deeds',
    summary: 'What was done, newest first: one entry for all that one act caused.',
    query: DeedFilters.extend(EventsPaging.shape),
    status: 200,
    /** On the first page alone it is said how many there are. A page may be short and yet not the last. */
    reply: z.object({
      /** What was done, newest first. */
      deeds: z.array(Deed),
      /** Given as `before`, it leads to the next page; null on the last. */
      next_before: z.string().nullable(),
      /** On the first page: how many there are, exactly up to 1,000. */
      total: z.int().optional(),
      /** There are more than `total`. */
      total_is_more: z.literal(true).optional(),
    }),
    view: 'deeds',
    isTagged: false,
  }),
  events: endpoint({
    method: 'GET',
    path: '/audit/deeds/:correlation_id/events',
    summary: 'The events of one deed, oldest first.',
    params: z.object({ /** The id of the act. */ correlation_id: Id }),
    query: OldestFirst,
    status: 200,
    reply: z.object({
      /** The events of the deed, oldest first. */ events: z.array(AuditEvent),
      /** Given as `after`, it leads to the next page; null on the last. */ next_after: z.string().nullable(),
      /** How many events the deed has. */ total: z.int(),
    }),
    view: 'audit',
    isTagged: false,
  }),
  activity: endpoint({
    method: 'GET',
    path: '/audit/activity',
    summary: 'How much was done when: deeds by the hour, day or month in which they began.',
    query: DeedFilters.extend({
      /** How long a bucket is; without it, as is right for the time that is asked for. */ unit: z
        .enum(ACTIVITY_UNITS)
        .optional(),
    }),
    status: 200,
    /** Without a gap, oldest first. `from`: when a bucket begins. */
    reply: z.object({
      /** How many deeds began when, without a gap, oldest first. */
      buckets: z.array(
        z.object({ /** When the bucket begins. */ from: Instant, /** How many deeds began in it. */ count: z.int() }),
      ),
      /** How long a bucket is. */
      unit: z.enum(ACTIVITY_UNITS),
      /** There were too many to count them all: these are the newest. */
      is_partial: z.literal(true).optional(),
    }),
    view: 'deeds',
    isTagged: false,
  }),
  fileHistory: historyOf(
    '/audit/files/:id/history',
    'What happened to a document, oldest first, also once it is deleted.',
  ),
  messageHistory: historyOf(
    '/audit/messages/:id/history',
    'What happened to a message, oldest first, also once it is deleted.',
  ),
  export: endpoint({
    method: 'GET',
    path: '/audit/export',
    summary:
      'Events as a file that is made while it is sent, newest first; a PDF has at most 10,000. What is cut has no end: its connection breaks. That it was taken is an event.',
    query: DeedFilters.extend({
      /** As what the events are taken away. */
      format: z.enum(EXPORT_FORMATS),
      /** `false`: without what nobody does by themselves. */
      bookkeeping: Flag.default(true),
    }),
    status: 200,
    sends: 'export',
  }),
});
