import { Injectable } from '@nestjs/common';
import type { AuditFilters, DeedFilters } from '@dosar/contracts';
import { reads } from '@dosar/domain/audit/reads.decider';
import type { ReadsEvent } from '@dosar/domain/audit/reads.events';
import type { DataOf, Position } from '@dosar/kernel/runtime';
import type { Call } from '../platform/access/call';
import { Writes } from '../platform/writes/writes';

type Looked = Omit<DataOf<ReadsEvent, 'AuditViewed'>, 'readerId'>;
type Taken = Omit<DataOf<ReadsEvent, 'ListExported'>, 'readerId'>;
type Format = DataOf<ReadsEvent, 'AuditExported'>['format'];

/** What was looked for, without texts and addresses: those are somebody's. */
const lookedFor = ({ q, ip_address, ...filters }: AuditFilters): Looked => {
  const { event_type, user_id, resource_type, resource_id, client_id, correlation_id, date_from, date_to } = filters;
  const said: Looked = {
    eventType: event_type,
    userId: user_id,
    resourceType: resource_type,
    resourceId: resource_id,
    clientId: client_id,
    correlationId: correlation_id,
    dateFrom: date_from,
    dateTo: date_to,
    byText: q === undefined ? undefined : true,
    byAddress: ip_address === undefined ? undefined : true,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
};

/** Nobody reads the audit unseen: that they do is in it before they are answered. */
@Injectable()
export class NotedReads {
  constructor(private readonly writes: Writes) {}

  list(call: Call, filters: AuditFilters): Promise<void> {
    return this.note(call, lookedFor(filters));
  }

  event(call: Call, eventId: string): Promise<void> {
    return this.note(call, { eventId });
  }

  /** @returns where in the log it stands that somebody takes this away */
  async exported(call: Call, { kinds, ...filters }: DeedFilters, format: Format): Promise<Position> {
    const { eventId: _, ...looked } = lookedFor(filters);
    const data = { readerId: call.caller.id, ...looked, ...(kinds && { kinds: kinds.join(',') }), format };
    const done = await this.writes.once(call).handle(reads, call.caller.sessionId, { type: 'NoteExport', data });
    return done.position!;
  }

  async taken(call: Call, list: Taken): Promise<void> {
    const data = { readerId: call.caller.id, ...list };
    await this.writes.once(call).handle(reads, call.caller.sessionId, { type: 'NoteList', data });
  }

  private async note(call: Call, looked: Looked): Promise<void> {
    const data = { readerId: call.caller.id, ...looked };
    await this.writes.once(call).handle(reads, call.caller.sessionId, { type: 'NoteAudit', data });
  }
}
