import { Module } from '@nestjs/common';
import { AuditEvents } from './audit-events';
import { AuditController } from './audit.controller';
import { GetAuditEventHandler, ListAuditHandler } from './audit.query';

@Module({
  controllers: [AuditController],
  providers: [AuditEvents, ListAuditHandler, GetAuditEventHandler],
})
export class AuditModule {}
