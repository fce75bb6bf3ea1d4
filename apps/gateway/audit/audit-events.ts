import { Inject, Injectable } from '@nestjs/common';
import type { AuditEvent, AuditFilters } from '@dosar/contracts';
import { type Recorded, type Row, rowIn } from '@dosar/kernel/runtime';
import { audit, type AuditFilter, type AuditRow } from '@dosar/domain/audit/audit.projector';
import { viewsOfResources } from '@dosar/domain/registry';
import { pathsOfThen } from '../files/files.reads';
import type { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { ViewRows } from '../platform/reads/rows';
import { auditTerms } from './deed-filters';
import { detailsOf, eventsOf } from './audit.reads';
import { withNames, type NameOf } from './names-beside-ids';

type OldestFirst = { readonly after?: string | undefined; readonly limit: number };

/** Rows of the audit with what the log says about them, decrypted now. */
@Injectable()
export class AuditEvents {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  /** @param named the rows that know what things are called: those of now, where it is not said */
  async of(found: readonly Row<AuditRow>[], named = this.rows): Promise<AuditEvent[]> {
    const events = await eventsOf(this.installation, found);
    const names = this.namesIn(named);
    const placed = pathsOfThen(this.installation, this.rows, events);
    return Promise.all(
      events.map(async (event, at) => {
        const details = await placed(event, detailsOf(event));
        const { clientId } = event.tenant;
        const clientName = clientId && (await names('client', clientId));
        const { user_name } = rowIn(found[at]!.json);
        return eventOf(event, {
          user_name,
          details: await withNames(details, names),
          resource_name: await names(event.resource.type, event.resource.id),
          client_name: clientName,
        });
      }),
    );
  }

  /** The events at these positions, as they are asked for. */
  async at(positions: readonly bigint[]): Promise<AuditEvent[]> {
    const found = await this.rows.find(audit, { where: { position: { in: [...positions] } } });
    const byPosition = new Map(found.map((row) => [row.position, row]));
    return this.of(positions.flatMap((position) => byPosition.get(position) ?? []));
  }

  /** A page of those that filters find, oldest first. */
  async oldestFirst(call: Call, filters: Pick<AuditFilters, AuditFilter>, { after, limit }: OldestFirst) {
    const position = { from: after === undefined ? 0n : BigInt(after) + 1n };
    const terms = { all: auditTerms(filters), beginnings: [] };
    const order = [['position', 'asc']] as const;
    const found = await this.rows.findFor(call, audit, { where: { position }, terms, order, limit: limit + 1 });
    const events = await this.of(found.slice(0, limit));
    return { events, next_after: found.length > limit ? events.at(-1)!.position : null };
  }

  /** What things are called; each is asked for once. */
  private namesIn(rows: ViewRows): NameOf {
    const known = new Map<string, Promise<string | null>>();
    return (type, id) => {
      const key = `${type} ${id}`;
      const name = known.get(key) ?? this.nameOf(rows, type, id);
      known.set(key, name);
      return name;
    };
  }

  private async nameOf(rows: ViewRows, type: string, id: string): Promise<string | null> {
    const view = viewsOfResources.get(type);
    const row = view && (await rows.get(view, id));
    return row ? view.resource!.nameOf(rowIn(row.json)) : null;
  }
}

const eventOf = (
  event: Recorded,
  more: Pick<AuditEvent, 'details' | 'resource_name' | 'client_name'> & Pick<AuditRow, 'user_name'>,
): AuditEvent => ({
  event_id: event.id,
  position: String(event.position),
  correlation_id: event.correlationId,
  command_id: event.command.id,
  causation_id: event.causationId,
  event_type: event.type,
  user: event.actor.kind === 'user' ? { id: event.actor.id, name: more.user_name, role: event.actor.role } : null,
  timestamp: event.occurredAt,
  ip_address: event.ip,
  user_agent: event.userAgent,
  resource_type: event.resource.type,
  resource_id: event.resource.id,
  resource_name: more.resource_name,
  client_id: event.tenant.clientId,
  client_name: more.client_name,
  details: more.details,
});
