import { Module } from '@nestjs/common';
import { AuditEvents } from './audit-events';
import { AuditController } from './audit.controller';
import { GetAuditEventHandler, ListAuditHandler } from './audit.query';
import { Readers } from './readers';

@Module({
  controllers: [AuditController],
  providers: [AuditEvents, Readers, ListAuditHandler, GetAuditEventHandler],
})
export class AuditModule {}
