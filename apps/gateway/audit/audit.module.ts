import { context } from '../platform/hosting/context';
import { AuditEvents } from './audit-events';
import { AuditPlaces } from './audit-places';
import { NotedReads } from './noted-reads';
import { getAuditEvent, listAudit } from './list-audit';
import { refusalNotes } from './refusal-notes';

/** What happened, and who looked at it. */
export const audit = context({
  useCases: [listAudit, getAuditEvent],
  providers: [AuditEvents, AuditPlaces, NotedReads],
  refusals: refusalNotes,
});
