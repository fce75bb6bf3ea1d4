import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/hosting/context';
import { Components } from './components';
import { SystemController } from './system.controller';

@Module({ controllers: [SystemController], providers: [Components] })
class SystemModule {}

/** How the installation does, and what it offers. */
export const system: GatewayContext = { module: SystemModule, announcers: [], audiences: [], listeners: [], jobs: [] };
