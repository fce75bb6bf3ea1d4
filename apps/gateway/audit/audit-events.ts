import { Inject, Injectable } from '@nestjs/common';
import type { AuditEvent } from '@dosar/contracts';
import { type Recorded, type Row, rowIn } from '@dosar/kernel/runtime';
import type { AuditRow } from '@dosar/domain/audit/audit.projector';
import { viewsOfResources } from '@dosar/domain/registry';
import { pathsOfThen } from '../files/files.reads';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { ViewRows } from '../platform/reads/rows';
import { detailsOf, eventsOf } from './audit.reads';

/** Rows of the audit with what the log says about them, decrypted now. */
@Injectable()
export class AuditEvents {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  async of(found: readonly Row<AuditRow>[]): Promise<AuditEvent[]> {
    const events = await eventsOf(this.installation, found);
    const names = await this.namesOf(events);
    const placed = pathsOfThen(this.installation, this.rows, events);
    return Promise.all(
      events.map(async (event, at) => {
        const details = await placed(event, detailsOf(event));
        return eventOf(event, { ...rowIn(found[at]!.json), details }, names[at]!);
      }),
    );
  }

  /** What each resource is called now; each is asked for once. */
  private async namesOf(records: readonly Recorded[]): Promise<(string | null)[]> {
    const known = new Map<string, Promise<string | null>>();
    const nameOf = ({ resource: { type, id } }: Recorded) => {
      const key = `${type} ${id}`;
      const name = known.get(key) ?? this.nameOf(type, id);
      known.set(key, name);
      return name;
    };
    return Promise.all(records.map(nameOf));
  }

  private async nameOf(type: string, id: string): Promise<string | null> {
    const view = viewsOfResources.get(type);
    const row = view && (await this.rows.get(view, id));
    return row ? view.resource!.nameOf(rowIn(row.json)) : null;
  }
}

const eventOf = (
  event: Recorded,
  { user_name, details }: AuditRow & Pick<AuditEvent, 'details'>,
  resourceName: string | null,
): AuditEvent => ({
  event_id: event.id,
  position: String(event.position),
  correlation_id: event.correlationId,
  command_id: event.command.id,
  causation_id: event.causationId,
  event_type: event.type,
  user: event.actor.kind === 'user' ? { id: event.actor.id, name: user_name, role: event.actor.role } : null,
  timestamp: event.occurredAt,
  ip_address: event.ip,
  user_agent: event.userAgent,
  resource_type: event.resource.type,
  resource_id: event.resource.id,
  resource_name: resourceName,
  client_id: event.tenant.clientId,
  details,
});
