import { alarms } from './alarms.reactor';
import { audit as auditView } from './audit.projector';
import { deeds } from './deeds.projector';
import { deletions } from './deletions.projector';
import { ReadsEvents } from './reads.events';

/** What happened, who looked at it, and what is an alarm. */
export const audit = {
  catalogues: [ReadsEvents],
  projectors: [auditView, deeds, deletions],
  // not waited for: whoever deletes much is not held up
  reactorGroups: [{ name: 'alarms', reactors: [alarms], isWaitedFor: false }],
  refusals: {},
} as const;
