import type { AuditEvent, AuditFilters } from '@dosar/contracts';
import type { Recorded, Row } from '@dosar/kernel/runtime';
import { audit, auditTerm, type AuditRow } from '@dosar/domain/audit/audit.projector';
import { ViewRows } from '../platform/reads/rows';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { AuditEvents } from './audit-events';
import { AuditPlaces, type Span } from './audit-places';
import { eventsOf } from './audit.reads';
import { eventTerms } from './deed-filters';

type Found = readonly Row<AuditRow>[];

/** Of so many clients each is asked for; of more, everything is looked through. */
const MOST_CLIENTS = 50;
/** What an auditor is shown acts on: everything of the clients, and nothing of accounts, sessions and other auditors. */
const SHOWN: ReadonlySet<string> = new Set(['file', 'folder', 'bulk', 'client', 'conversation', 'message']);

/** The acts of an auditor's period on what is in scope, with the names of its end. */
export class AuditInScope {
  private readonly rows: ViewRows;
  private readonly clients: ReadonlySet<string>;

  constructor(private readonly context: UseCaseContext) {
    this.rows = context.use(ViewRows);
    this.clients = new Set(context.installation.access.visibleClients(context.call.caller));
  }

  /** How many there are is not said: it would tell of what is not shown. */
  async page({
    before,
    limit,
    ...filters
  }: AuditFilters & { readonly before?: string | undefined; readonly limit: number }) {
    const span = this.within(await this.context.use(AuditPlaces).span(filters, before));
    const found = await this.find(filters, span, limit + 1);
    const looked = found.slice(0, limit);
    return {
      events: await this.shown(looked),
      next_before: found.length > limit ? String(looked.at(-1)!.position) : null,
    };
  }

  /** Those of these that an auditor may see. */
  async shown(found: Found): Promise<AuditEvent[]> {
    const events = await eventsOf(this.context.installation, found);
    const seen = found.filter((_, at) => this.isTheirs(events[at]!));
    return this.context.use(AuditEvents).of(seen, this.context.rows);
  }

  private async find(filters: AuditFilters, position: Span, limit: number): Promise<Found> {
    const { all, beginnings } = eventTerms(filters);
    const { client_id } = filters;
    if (client_id !== undefined && !this.clients.has(client_id)) return [];
    const ids = client_id === undefined ? [...this.clients] : [client_id];
    const each = ids.length > MOST_CLIENTS ? [[]] : ids.map((id) => [auditTerm('client_id', id)]);
    const find = { where: { position }, order: [['position', 'desc']], limit } as const;
    const found = await Promise.all(
      each.map((of) => {
        const terms = [...new Set([...of, ...all])];
        const named = terms.length + beginnings.length > 0 && { terms: { all: terms, beginnings } };
        return this.rows.findFor(this.context.call, audit, { ...find, ...named });
      }),
    );
    return found
      .flat()
      .sort((a, b) => Number(b.position - a.position))
      .slice(0, limit);
  }

  private within({ from, below }: Span): Span {
    const { instant, before } = this.context.look!;
    const first = before === null ? 0n : before.position + 1n;
    const end = instant.position + 1n;
    return { from: from > first ? from : first, below: below !== undefined && below < end ? below : end };
  }

  private isTheirs({ position, tenant, resource, actor, data }: Recorded): boolean {
    const { from, below } = this.within({ from: 0n });
    if (position < from || position >= below!) return false;
    if (tenant.clientId === null || !this.clients.has(tenant.clientId) || !SHOWN.has(resource.type)) return false;
    if (actor.role === 'auditor' && actor.id !== this.context.call.caller.id) return false;
    const { conversationId } = data as { readonly conversationId?: string };
    const conversation = conversationId ?? (resource.type === 'conversation' ? resource.id : null);
    // direct ones are nobody's but theirs who talk
    return conversation === null || this.context.installation.access.conversation(conversation)?.isDirect === false;
  }
}
