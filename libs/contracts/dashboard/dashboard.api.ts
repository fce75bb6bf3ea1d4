import { z } from 'zod';
import { endpoint, Flag } from '../endpoint';
import { Dashboard } from './dashboard.view';

export const dashboardApi = {
  get: endpoint({
    method: 'GET',
    path: '/dashboard',
    summary: 'What there is and what happened, in figures: of all that the caller may see.',
    query: z.object({
      /** For an accountant: only the clients that they are assigned to. */
      assigned_only: Flag.default(false),
    }),
    status: 200,
    reply: Dashboard,
    view: 'dashboard',
  }),
} as const;
