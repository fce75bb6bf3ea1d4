import { Inject, Injectable } from '@nestjs/common';
import type { AuditEvent } from '@dosar/contracts';
import { openRecords, type OpenedRecord, type ViewSpec } from '@dosar/kernel';
import type { AuditRow } from '@dosar/domain/audit/audit.projector';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import { firms } from '@dosar/domain/identity/firms.projector';
import { users } from '@dosar/domain/identity/users.projector';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Rows } from '../platform/rows';

/** The view that knows what a resource is called now, and under which field. */
const NAMES: Readonly<Record<string, readonly [ViewSpec, string]>> = {
  file: [files, 'name'],
  folder: [folders, 'name'],
  user: [users, 'name'],
  firm: [firms, 'name'],
  client: [clients, 'societate'],
};

/** What the audit calls things whose names in the log are shorter. */
const CALLED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  file: { name: 'file_name', path: 'folder_path', size: 'file_size' },
  folder: { name: 'folder_name', path: 'folder_path' },
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const renamed = (value: unknown, called: Readonly<Record<string, string>>): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, called));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [called[name] ?? snake(name), renamed(inner, called)]),
  );
};

/** Where bytes and secrets are kept is nobody's business, not even an administrator's; and what letters were made of. */
const HIDDEN = new Set(['blobId', 'credentialId', 'requestId', 'told']);

const detailsOf = ({ data, resource }: OpenedRecord): AuditEvent['details'] => {
  const shown = Object.entries(data as object).filter(([name]) => !HIDDEN.has(name));
  return renamed(Object.fromEntries(shown), CALLED[resource.type] ?? {}) as AuditEvent['details'];
};

/** Rows of the audit with what the log says about them, decrypted now. */
@Injectable()
export class AuditEvents {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: Rows,
  ) {}

  async of(found: readonly { readonly json: string }[]): Promise<AuditEvent[]> {
    const rows = found.map(({ json }) => JSON.parse(json) as AuditRow);
    const names = new Map<string, Promise<string | null>>();
    const nameOf = (type: string, id: string) => {
      const key = `${type} ${id}`;
      if (!names.has(key)) names.set(key, this.nameOf(type, id));
      return names.get(key)!;
    };
    return Promise.all(
      rows.map(async (row) => eventOf(row, await this.recordOf(row), await nameOf(row.resourceType, row.resourceId))),
    );
  }

  private async recordOf({ stream, revision }: AuditRow): Promise<OpenedRecord> {
    const { ports, keyring } = this.installation;
    for await (const batch of ports.events.read(stream, revision, 1)) return (await openRecords(batch, keyring))[0]!;
    throw new Error(`${stream} has no revision ${revision}, though the audit has it`);
  }

  private async nameOf(type: string, id: string): Promise<string | null> {
    const known = NAMES[type];
    const row = known && (await this.rows.get(known[0], id));
    return row ? ((JSON.parse(row.json) as Record<string, string | null>)[known[1]] ?? null) : null;
  }
}

const eventOf = (row: AuditRow, record: OpenedRecord, resourceName: string | null): AuditEvent => ({
  event_id: record.id,
  position: row.position,
  correlation_id: record.correlationId,
  causation_id: record.causationId,
  event_type: record.type,
  user: row.userId === null ? null : { id: row.userId, name: row.userName, role: record.actor.role },
  timestamp: record.occurredAt,
  ip_address: record.ip,
  user_agent: record.userAgent,
  resource_type: record.resource.type,
  resource_id: record.resource.id,
  resource_name: resourceName,
  client_id: record.tenant.clientId,
  details: detailsOf(record),
});
