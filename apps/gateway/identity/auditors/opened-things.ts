import { MANDATE_LIMITS, type Mandate, type MandateReport, type OpenedThing } from '@dosar/contracts';
import { audit, auditTerm } from '@dosar/domain/audit/audit.projector';
import { viewsOfResources } from '@dosar/domain/registry';
import { rowIn, type Recorded } from '@dosar/kernel/runtime';
import { eventsOf } from '../../audit/audit.reads';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';

/** What says that something was opened. */
const TYPES = ['RecordsViewed', 'FileDownloaded', 'FilePreviewed', 'AuditViewed', 'AuditExported'] as const;

type Opened = Omit<OpenedThing, 'name'>;

/** A mandate with what was opened by it: the newest, and each thing once. */
export const reportOf = async (context: UseCaseContext, mandate: Mandate): Promise<MandateReport> => {
  const { events, isMore } = await openedBy(context, mandate);
  const things = new Map<string, Opened>();
  for (const event of events) {
    const { type, id } = event.resource;
    const known = things.get(`${type} ${id}`);
    things.set(`${type} ${id}`, {
      type,
      id,
      count: (known?.count ?? 0) + 1,
      last_at: known?.last_at ?? event.occurredAt,
    });
  }
  const opened = await Promise.all(
    [...things.values()].map(async (each) => ({ ...each, name: await nameOf(context, each) })),
  );
  return { ...mandate, opened, opened_is_more: isMore };
};

const openedBy = async (
  { call, installation, rows }: UseCaseContext,
  { auditor, appointed_at, ended_at }: Mandate,
): Promise<{ readonly events: readonly Recorded[]; readonly isMore: boolean }> => {
  const most = MANDATE_LIMITS.opened;
  const where = {
    occurred_at: { from: Date.parse(appointed_at), ...(ended_at !== null && { below: Date.parse(ended_at) + 1 }) },
  };
  const found = await Promise.all(
    TYPES.map((type) => {
      const terms = { all: [auditTerm('user_id', auditor.id), auditTerm('event_type', type)], beginnings: [] };
      return rows.findFor(call, audit, { where, terms, order: [['position', 'desc']], limit: most + 1 });
    }),
  );
  const all = found.flat().sort((a, b) => Number(b.position - a.position));
  return { events: await eventsOf(installation, all.slice(0, most)), isMore: all.length > most };
};

const nameOf = async ({ rows }: UseCaseContext, { type, id }: Opened): Promise<string | null> => {
  const view = viewsOfResources.get(type);
  const row = view && (await rows.get(view, id));
  return row ? view.resource!.nameOf(rowIn(row.json)) : null;
};
