import { filesApi, foldersApi, type HistoryEvent, type InputOf } from '@dosar/contracts';
import { rowIn, type Row } from '@dosar/kernel/runtime';
import { audit, auditTerm, type AuditRow } from '@dosar/domain/audit/audit.projector';
import { detailsOf, eventsOf } from '../../audit/audit.reads';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { Look } from '../../platform/past/look';
import { ViewRows } from '../../platform/reads/rows';
import { FilesReads } from '../files.reads';
import { pathsOfThen } from './paths-of-then';

const history = async (
  context: UseCaseContext,
  type: 'file' | 'folder',
  id: string,
  { before, limit }: InputOf<typeof filesApi.history>['query'],
) => {
  const { call, look, see, use } = context;
  await see(FilesReads).mustKnow(type, id);
  const terms = { all: [auditTerm('resource_type', type), auditTerm('resource_id', id)], beginnings: [] };
  const where = { ...sinceOf(look), position: { from: 0, ...upTo(look, before) } };
  const find = { where, terms, order: [['position', 'desc']], limit: limit + 1 } as const;
  // the audit of then is a part of that of now
  const found = await use(ViewRows).findFor(call, audit, find);
  const shown = found.slice(0, limit);
  return {
    events: await eventsIn(context, shown),
    next_before: found.length > limit ? String(shown.at(-1)!.position) : null,
  };
};

/** An auditor sees the acts of the period alone. */
const sinceOf = (look: Look | null) => {
  const since = look && look.since;
  return since === null ? {} : { occurred_at: { from: Date.parse(since) } };
};

const upTo = (look: Look | null, before: string | undefined) => {
  const end = look && look.instant.position + 1n;
  if (before === undefined) return end === null ? {} : { below: end };
  return { below: end !== null && end < BigInt(before) ? end : BigInt(before) };
};

export const fileHistory = useCase(filesApi.history, ({ params, query }, context) =>
  history(context, 'file', params.id, query),
);

export const folderHistory = useCase(foldersApi.history, ({ params, query }, context) =>
  history(context, 'folder', params.id, query),
);

/** Without address and agent. */
const eventsIn = async (
  { installation, use }: UseCaseContext,
  found: readonly Row<AuditRow>[],
): Promise<HistoryEvent[]> => {
  const events = await eventsOf(installation, found);
  const placed = pathsOfThen(installation, use(ViewRows), events);
  const shown = events.map(async (event, at) => {
    const { user_name: name } = rowIn(found[at]!.json);
    return {
      event_type: event.type,
      correlation_id: event.correlationId,
      user: event.actor.kind === 'user' ? { id: event.actor.id, name, role: event.actor.role } : null,
      timestamp: event.occurredAt,
      details: await placed(event, detailsOf(event)),
    };
  });
  return Promise.all(shown);
};
