import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/hosting/context';
import { AuditEvents } from './audit-events';
import { AuditController } from './audit.controller';
import { AuditPlaces, GetAuditEventHandler, ListAuditHandler } from './audit.query';
import { AuditReads } from './audit-reads';

@Module({
  controllers: [AuditController],
  providers: [AuditEvents, AuditPlaces, AuditReads, ListAuditHandler, GetAuditEventHandler],
})
class AuditModule {}

/** What happened, and who looked at it. */
export const audit: GatewayContext = { module: AuditModule, announcers: [], audiences: [], listeners: [], jobs: [] };
