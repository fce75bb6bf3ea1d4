import { dashboard as dashboardView } from './dashboard.projector';

/** Figures, and recent activity. */
export const dashboard = {
  catalogues: [],
  projectors: [dashboardView],
  reactorGroups: [],
  refusals: {},
} as const;
