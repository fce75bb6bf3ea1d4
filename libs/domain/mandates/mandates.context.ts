import type { ProblemCode } from '@dosar/contracts';
import type { MandateRefusal } from './mandate.decider';
import { MandateEvents } from './mandate.events';
import { mandates as mandatesView } from './mandates.projector';

/** Auditors: what they were appointed for, and what they did. */
export const mandates = {
  catalogues: [MandateEvents],
  projectors: [mandatesView],
  reactorGroups: [],
  refusals: {
    'mandate/unknown': 'NOT_FOUND',
    'mandate/ended': 'INVALID_TRANSITION',
    'mandate/time': 'VALIDATION_FAILED',
  } satisfies Record<MandateRefusal, ProblemCode>,
} as const;
