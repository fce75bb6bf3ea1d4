import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { DASHBOARD, type Dashboard, type Feature, type WaitingClient } from '@dosar/contracts';
import { rowIn, type FindIn } from '@dosar/kernel/runtime';
import { newestOf } from '@dosar/domain/dashboard/activity';
import { ALL, dashboard, type DashboardRow } from '@dosar/domain/dashboard/dashboard.projector';
import { eachUpload, pendingOf, statesOf, totalOf, type Figures } from '@dosar/domain/dashboard/figures';
import type { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import type { Json } from '../platform/http/json';
import { ViewRows } from '../platform/reads/rows';
import { endOf, lastDays, startOf, today } from '../platform/hosting/time';
import { UnreadMessages } from '../platform/reads/unread-messages';
import { ShownActivity } from './shown-activity';

export class GetDashboard extends Query<Json> {
  constructor(
    readonly isAssignedOnly: boolean,
    readonly call: Call,
  ) {
    super();
  }
}

/** What the figures are of: these clients, or all of a firm, or all there are. */
type Within = { readonly clientIds: readonly string[] | null; readonly firmId: string | null };

const DAY_MS = 24 * 60 * 60 * 1000;

type ShownDays = { readonly starts: readonly { readonly day: string; readonly from: number }[]; readonly end: number };

/** The days that are shown, by the newest of them: where they begin costs more than all else. */
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

/** How many of what is still there was uploaded on each of the last days. */
const byDay = (all: readonly Figures[]): Dashboard['uploads_by_day'] => {
  const { starts, end } = daysNow();
  const days = starts.map((each) => ({ ...each, count: 0 }));
  const first = days[0]!.from;
  const see = (ms: number, count: number) => {
    if (ms < first || ms >= end) return;
    // the days on which the clocks change are longer, or shorter
    let at = Math.min(days.length - 1, Math.floor((ms - first) / DAY_MS));
    while (days[at]!.from > ms) at -= 1;
    while (days[at + 1] && days[at + 1]!.from <= ms) at += 1;
    days[at]!.count += count;
  };
  for (const { uploads } of all) eachUpload(uploads, see);
  return days.map(({ day, count }) => ({ day, count }));
};

@QueryHandler(GetDashboard)
export class GetDashboardHandler implements IQueryHandler<GetDashboard> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
    private readonly activity: ShownActivity,
    private readonly unread: UnreadMessages,
  ) {}

  async execute({ isAssignedOnly, call }: GetDashboard): Promise<Json> {
    const within = this.within(call, isAssignedOnly);
    const hasFiles = this.has('file_manager');
    const hasChat = this.has('chat');
    const rows = hasFiles ? await this.rowsOf(within) : [];
    const figures = statesOf(rows);
    const acts = newestOf(rows.map(({ recent }) => recent));
    const shown: Dashboard = {
      unread_messages: hasChat ? await this.unread.of(call.caller).total() : 0,
      last_activity: acts[0]?.at ?? null,
      recent_activity: await this.activity.of(acts),
      statistics: {
        total_files: totalOf(figures),
        total_conversations: hasChat ? this.conversations(call, within) : 0,
        pending_files: pendingOf(figures),
      },
      uploads_by_day: byDay(rows),
      by_status: { process_state: figures.process, accounting_status: figures.accounting },
      ...(call.caller.role !== 'user' && { clients: hasFiles ? await this.waiting(within) : [] }),
    };
    // it changes with the names of people and things, and at midnight
    return this.rows.said(call, dashboard, shown);
  }

  private within({ caller }: Call, isAssignedOnly: boolean): Within {
    const { access } = this.installation;
    const { firmId, clientIds } = access.scope(caller);
    // nobody else is assigned to clients
    if (!isAssignedOnly || caller.role !== 'accountant') return { firmId, clientIds };
    const assigned = access.assignments(caller.id).filter((id) => access.client(id)?.firmId === firmId);
    return { firmId, clientIds: clientIds === null ? assigned : assigned.filter((id) => clientIds.includes(id)) };
  }

  private has(feature: Feature): boolean {
    return this.installation.config.features.includes(feature);
  }

  /** Those that the caller may read: of these clients, and between people. */
  private conversations({ caller }: Call, { clientIds }: Within): number {
    const wanted = clientIds && new Set(clientIds);
    const readable = this.installation.access.readable(caller);
    return readable.filter(({ clientId }) => clientId === null || !wanted || wanted.has(clientId)).length;
  }

  /** One row for a firm or the installation, else one a client. */
  private async rowsOf({ firmId, clientIds }: Within): Promise<readonly DashboardRow[]> {
    const ids = clientIds ?? [firmId ?? ALL];
    if (ids.length === 0) return [];
    return this.parsed({ where: { id: { in: ids } } });
  }

  private async waiting({ firmId, clientIds }: Within): Promise<WaitingClient[]> {
    const found = await this.parsed({
      where: {
        kind: 'client',
        ...(firmId !== null && { firm_id: firmId }),
        ...(clientIds && { id: { in: clientIds } }),
        pending: { from: 1 },
      },
      order: [['pending', 'desc']],
      limit: DASHBOARD.clients,
    });
    const names = await this.activity.namesOf(found.map(({ id }) => id));
    return found.map(({ id, process, recent }) => ({
      id,
      name: names.get(id) ?? null,
      new_files: process.new,
      pending_files: pendingOf({ process }),
      last_activity: recent[0]?.at ?? null,
    }));
  }

  private async parsed(find: FindIn<typeof dashboard>): Promise<DashboardRow[]> {
    return (await this.rows.find(dashboard, find)).map(({ json }) => rowIn(json));
  }
}
