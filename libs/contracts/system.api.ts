import { z } from 'zod';
import { endpoint } from './endpoint';

/** How one part of the installation does. */
export const Component = z.object({
  /** `degraded`: a part of it does not serve, and `detail` says which. */
  status: z.enum(['ok', 'degraded', 'unavailable']),
  /** What is wrong with it, as a sentence. */
  detail: z.string().optional(),
});
/** What an administrator looks after; what is not known is null. */
export const HealthFigures = z.object({
  /** Whether all is kept in one folder of this machine, whose disk and backups it looks after itself. */
  is_in_folder: z.boolean(),
  /** Room on the disk of that folder. */
  disk: z
    .object({
      /** Bytes that can still be written. */
      free: z.number(),
      /** Bytes that there are. */
      total: z.number(),
    })
    .nullable(),
  /** The letters that are sent. */
  letters: z.object({
    /** Whether they leave by a mail server; else they lie in a folder. */
    leave: z.boolean(),
    /** How many wait, since their address is refused for now. */
    waiting: z.int().nullable(),
    /** How many are not sent any more. */
    given_up: z.int().nullable(),
  }),
  /** The last backup of that folder; null: none was made yet. */
  backup: z
    .object({
      /** When it was made. */
      made_at: z.string(),
      /** How many records were written since. */
      records_since: z.int(),
    })
    .nullable(),
});
/** How the installation does. */
export const Health = z.object({
  /** Whether it serves: it does, it is still reading its log, or something that it needs is away. */
  status: z.enum(['ok', 'starting', 'unavailable']),
  /** While it is starting: the share of the log, from 0 to 1, that was read for what must be known first. */
  progress: z.number().optional(),
  /** Only for those who are signed in as administrators. */
  components: z.record(z.string(), Component).optional(),
  /** Likewise: which release this is, from which commit it was built (null: not known), and of which level. */
  software: z
    .object({
      /** The release. */
      version: z.string(),
      /** The commit that it was built from; null: not known. */
      commit: z.string().nullable(),
      /** The level of the log's formats and rules that it writes. */
      level: z.int(),
    })
    .optional(),
  /** Likewise: what an administrator looks after. */
  figures: HealthFigures.optional(),
});
export type Health = z.infer<typeof Health>;

export const systemApi = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    summary: 'Whether the process answers.',
    status: 200,
    reply: Health,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    summary: 'Whether everything can serve.',
    status: 200,
    reply: Health,
    also: { 503: 'Not everything can serve.' },
  }),
  details: endpoint({
    method: 'GET',
    path: '/health/details',
    summary: 'How each part does, and what was found to be wrong, in sentences.',
    status: 200,
    reply: Health,
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    summary:
      'Measures in the text format of Prometheus: for this machine, and for whoever has the token of `DOSAR_METRICS_TOKEN` as a bearer.',
    status: 200,
    sends: 'metrics',
    refuses: ['NOT_FOUND'],
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description of the calls.',
    status: 200,
    reply: z.record(z.string(), z.unknown()),
  }),
};
