import { Inject, Injectable } from '@nestjs/common';
import type { AuditEvent } from '@dosar/contracts';
import { openRecords, upcastAsReadable, type OpenedRecord, type Recorded, type Row } from '@dosar/kernel/runtime';
import type { AuditRow } from '@dosar/domain/audit/audit.projector';
import { registry, viewsOfResources } from '@dosar/domain/registry';
import { detailsOf } from '../platform/event-details';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Rows } from '../platform/rows';

/** Rows of the audit with what the log says about them, decrypted now. */
@Injectable()
export class AuditEvents {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: Rows,
  ) {}

  async of(found: readonly Row[]): Promise<AuditEvent[]> {
    const { ports, keyring } = this.installation;
    const records = await ports.events.at(found.map(({ position }) => position));
    const missing = records.findIndex((record) => record === null);
    if (missing >= 0)
      throw new Error(`the log has nothing at position ${found[missing]!.position}, though the audit has`);
    const opened = await openRecords(
      records.map((record) => record!),
      keyring,
    );
    const names = await this.namesOf(opened);
    return opened.map((record, at) =>
      eventOf(this.readable(record), JSON.parse(found[at]!.json) as AuditRow, names[at]!),
    );
  }

  /** One that cannot be opened is shown without what is personal in it, and named. */
  private readable(record: OpenedRecord): Recorded {
    return upcastAsReadable(record, registry, ({ message }) => this.installation.findings.add('log', message));
  }

  /** What each resource is called now; each is asked for once. */
  private async namesOf(records: readonly OpenedRecord[]): Promise<(string | null)[]> {
    const known = new Map<string, Promise<string | null>>();
    const nameOf = ({ resource: { type, id } }: OpenedRecord) => {
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
    return row ? view.resource!.nameOf(JSON.parse(row.json)) : null;
  }
}

const eventOf = (event: Recorded, { user_name }: AuditRow, resourceName: string | null): AuditEvent => ({
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
  details: detailsOf(event),
});
