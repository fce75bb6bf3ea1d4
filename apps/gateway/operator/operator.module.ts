import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/hosting/context';
import { Destruction } from './destroying/destruction';
import { Destructions } from './destroying/destructions.job';

@Module({ providers: [Destruction, Destructions] })
class OperatorModule {}

/** What a server does that an operator's command has left for it. */
export const operator: GatewayContext = {
  module: OperatorModule,
  announcers: [],
  audiences: [],
  listeners: [],
  jobs: [Destructions],
};
