import { z } from 'zod';
import { endpoint } from './endpoint';

const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  /** Only for those who are signed in as administrators. */
  components: z
    .record(z.string(), z.object({ status: z.enum(['ok', 'unavailable']), detail: z.string().optional() }))
    .optional(),
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
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description of the calls.',
    status: 200,
    reply: z.record(z.string(), z.unknown()),
  }),
};
