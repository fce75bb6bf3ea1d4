import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { auditApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../platform/access/call';
import { Endpoint, From, Input } from '../platform/http/endpoint';
import { GetAuditEvent, ListAudit } from './audit.query';

@Controller()
export class AuditController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(auditApi.events)
  events(@Input() { query }: InputOf<typeof auditApi.events>, @From() call: Call) {
    return this.queries.execute(new ListAudit(query, call));
  }

  @Endpoint(auditApi.event)
  event(@Input() { params }: InputOf<typeof auditApi.event>, @From() call: Call) {
    return this.queries.execute(new GetAuditEvent(params.event_id, call));
  }
}
