import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/hosting/context';
import { DashboardController } from './dashboard.controller';
import { GetDashboardHandler } from './dashboard.query';
import { ShownActivity } from './shown-activity';

@Module({ controllers: [DashboardController], providers: [ShownActivity, GetDashboardHandler] })
class DashboardModule {}

/** What there is, in figures, and what was done last. */
export const dashboard: GatewayContext = {
  module: DashboardModule,
  announcers: [],
  audiences: [],
  listeners: [],
  jobs: [],
};
