import { context } from '../platform/hosting/context';
import { AuditEvents } from './audit-events';
import { AuditPlaces } from './audit-places';
import { NotedReads } from './noted-reads';
import { getAuditEvent, listAudit } from './list-audit';
import { DeedCounts } from './deed-counts';
import { Deeds } from './deeds';
import { listDeedEvents, listDeeds } from './list-deeds';
import { showFileHistory, showMessageHistory } from './show-history';
import { showActivity } from './show-activity';
import { compareInstants, Comparisons } from './past/compare-instants';
import { listMoments } from './past/list-moments';
import { whoCouldSee } from './past/who-could-see';
import { notesOfLooks } from './noted-looks';
import { exportAudit } from './exports/export-audit';
import { noteExport } from './exports/note-export';
import { ExportedEvents } from './exports/exported-events';
import { latestHead, listHeads } from './heads/list-heads';
import { proveConsistency, proveInclusion } from './heads/prove';
import { showKeys } from './heads/show-keys';
import { refusalNotes } from './refusal-notes';

/** What happened, and who looked at it. */
export const audit = context({
  useCases: [
    listAudit,
    getAuditEvent,
    listDeeds,
    listDeedEvents,
    showActivity,
    exportAudit,
    listHeads,
    latestHead,
    showKeys,
    proveInclusion,
    proveConsistency,
    noteExport,
    showFileHistory,
    showMessageHistory,
    listMoments,
    compareInstants,
    whoCouldSee,
  ],
  providers: [AuditEvents, AuditPlaces, Deeds, DeedCounts, ExportedEvents, NotedReads, Comparisons],
  refusals: refusalNotes,
  looks: notesOfLooks,
});
