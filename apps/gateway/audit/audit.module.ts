import { Module } from '@nestjs/common';
import { AuditEvents } from './audit-events';
import { AuditController } from './audit.controller';
import { AuditPlaces, GetAuditEventHandler, ListAuditHandler } from './audit.query';
import { AuditReads } from './audit-reads';

@Module({
  controllers: [AuditController],
  providers: [AuditEvents, AuditPlaces, AuditReads, ListAuditHandler, GetAuditEventHandler],
})
export class AuditModule {}
