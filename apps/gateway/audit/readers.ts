import { Injectable } from '@nestjs/common';
import type { AuditFilters } from '@dosar/contracts';
import { askedOnce, type DataOf } from '@dosar/kernel';
import { reading } from '@dosar/domain/audit/reading.decider';
import type { ReadingEvent } from '@dosar/domain/audit/reading.events';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';

/** Nobody reads the audit unseen: that they do is in it before they are answered. */
@Injectable()
export class Readers {
  constructor(private readonly commands: Commands) {}

  list(call: Call, { q, ip_address, ...filters }: AuditFilters): Promise<void> {
    const hidden = { ...(q !== undefined && { by_text: true }), ...(ip_address !== undefined && { by_address: true }) };
    return this.note(call, { ...filters, ...hidden });
  }

  event(call: Call, event_id: string): Promise<void> {
    return this.note(call, { event_id });
  }

  private async note(call: Call, data: DataOf<ReadingEvent, 'AuditViewed'>): Promise<void> {
    const { caller } = call;
    const tenant = this.commands.tenantOf(caller);
    await this.commands.submit(reading, caller.sessionId, { type: 'NoteAudit', data }, call, tenant, askedOnce());
  }
}
