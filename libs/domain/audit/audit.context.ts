import { audit as auditView } from './audit.projector';
import { ReadsEvents } from './reads.events';

/** What happened, and who looked at it. */
export const audit = {
  catalogues: [ReadsEvents],
  projectors: [auditView],
  reactorGroups: [],
  refusals: {},
} as const;
