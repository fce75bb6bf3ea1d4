import { LRUCache } from 'lru-cache';
import { DASHBOARD, dashboardApi, type Dashboard, type Feature, type WaitingClient } from '@dosar/contracts';
import { rowIn, type FindIn } from '@dosar/kernel/runtime';
import { newestOf } from '@dosar/domain/dashboard/activity';
import { ALL, dashboard, type DashboardRow } from '@dosar/domain/dashboard/dashboard.projector';
import { eachUpload, pendingOf, statesOf, totalOf, type Figures } from '@dosar/domain/dashboard/figures';
import { ConversationsReads } from '../conversations/conversations.reads';
import { endOf, lastDays, startOf, today } from '../platform/hosting/time';
import type { ViewRows } from '../platform/reads/rows';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { ShownActivity } from './shown-activity';

/** The clients that the figures cover: these, or all of a firm, or all. */
type Within = { readonly clientIds: readonly string[] | null; readonly firmId: string | null };

const DAY_MS = 24 * 60 * 60 * 1000;

type ShownDays = { readonly starts: readonly { readonly day: string; readonly from: number }[]; readonly end: number };

/** The shown days, cached by the newest: computing where days begin costs more than all else. */
const shownDays = new LRUCache<string, ShownDays>({ max: 2 });

const daysNow = (): ShownDays => {
  const day = today();
  const known = shownDays.get(day);
  if (known) return known;
  const starts = lastDays(DASHBOARD.days).map((each) => ({ day: each, from: startOf(each).getTime() }));
  const made = { starts, end: endOf(starts.at(-1)!.day).getTime() };
  shownDays.set(day, made);
  return made;
};

/** How many existing files were uploaded on each of the last days. */
const byDay = (all: readonly Figures[]): Dashboard['uploads_by_day'] => {
  const { starts, end } = daysNow();
  const days = starts.map((each) => ({ ...each, count: 0 }));
  const first = days[0]!.from;
  const see = (ms: number, count: number) => {
    if (ms < first || ms >= end) return;
    // days on which the clocks change are longer or shorter
    let at = Math.min(days.length - 1, Math.floor((ms - first) / DAY_MS));
    while (days[at]!.from > ms) at -= 1;
    while (days[at + 1] && days[at + 1]!.from <= ms) at += 1;
    days[at]!.count += count;
  };
  for (const { uploads } of all) eachUpload(uploads, see);
  return days.map(({ day, count }) => ({ day, count }));
};

export const getDashboard = useCase(dashboardApi.get, async ({ query }, context) => {
  const shown = await figuresOf(context, withinOf(context, query.assigned_only));
  // it changes with names, and at midnight
  return context.rows.said(context.call, dashboard, shown);
});

const figuresOf = async (context: UseCaseContext, within: Within): Promise<Dashboard> => {
  const { call, rows, use } = context;
  const hasFiles = has(context, 'file_manager');
  const hasChat = has(context, 'chat');
  const found = hasFiles ? await rowsOf(rows, within) : [];
  const figures = statesOf(found);
  const acts = newestOf(found.map(({ recent }) => recent));
  return {
    unread_messages: hasChat ? await context.see(ConversationsReads).unread().total() : 0,
    last_activity: acts[0]?.at ?? null,
    recent_activity: await use(ShownActivity).of(acts),
    statistics: {
      total_files: totalOf(figures),
      total_conversations: hasChat ? conversations(context, within) : 0,
      pending_files: pendingOf(figures),
    },
    uploads_by_day: byDay(found),
    by_status: { process_state: figures.process, accounting_status: figures.accounting },
    ...(call.caller.role !== 'user' && { clients: hasFiles ? await waiting(context, within) : [] }),
  };
};

const withinOf = ({ call: { caller }, installation: { access } }: UseCaseContext, isAssignedOnly: boolean): Within => {
  const { firmId, clientIds } = access.scope(caller);
  // only accountants are assigned to clients
  if (!isAssignedOnly || caller.role !== 'accountant') return { firmId, clientIds };
  const assigned = access.assignments(caller.id).filter((id) => access.client(id)?.firmId === firmId);
  return { firmId, clientIds: clientIds === null ? assigned : assigned.filter((id) => clientIds.includes(id)) };
};

const has = ({ installation }: UseCaseContext, feature: Feature): boolean =>
  installation.config.features.includes(feature);

/** The number of conversations the caller may read: of these clients, and between people. */
const conversations = ({ call: { caller }, installation }: UseCaseContext, { clientIds }: Within): number => {
  const wanted = clientIds && new Set(clientIds);
  const readable = installation.access.readable(caller);
  return readable.filter(({ clientId }) => clientId === null || !wanted || wanted.has(clientId)).length;
};

/** One row for a firm or the installation, else one for each client. */
const rowsOf = async (rows: ViewRows, { firmId, clientIds }: Within): Promise<readonly DashboardRow[]> => {
  const ids = clientIds ?? [firmId ?? ALL];
  if (ids.length === 0) return [];
  return parsed(rows, { where: { id: { in: ids } } });
};

const waiting = async ({ rows, use }: UseCaseContext, { firmId, clientIds }: Within): Promise<WaitingClient[]> => {
  const found = await parsed(rows, {
    where: {
      kind: 'client',
      ...(firmId !== null && { firm_id: firmId }),
      ...(clientIds && { id: { in: clientIds } }),
      pending: { from: 1 },
    },
    order: [['pending', 'desc']],
    limit: DASHBOARD.clients,
  });
  const names = await use(ShownActivity).namesOf(found.map(({ id }) => id));
  return found.map(({ id, process, recent }) => ({
    id,
    name: names.get(id) ?? null,
    new_files: process.new,
    pending_files: pendingOf({ process }),
    last_activity: recent[0]?.at ?? null,
  }));
};

const parsed = async (rows: ViewRows, find: FindIn<typeof dashboard>): Promise<DashboardRow[]> =>
  (await rows.find(dashboard, find)).map(({ json }) => rowIn(json));
