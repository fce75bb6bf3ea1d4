import { dashboard as dashboardView } from './dashboard.projector';

/** What there is, in figures, and what was done last. */
export const dashboard = {
  catalogues: [],
  projectors: [dashboardView],
  reactorGroups: [],
  refusals: {},
} as const;
