import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AuditModule } from '../audit/audit.module';
import { changedFolders } from '../files/changed-folders';
import { FilesModule } from '../files/files.module';
import { changedAccounts } from '../identity/changed-accounts';
import { IdentityModule } from '../identity/identity.module';
import { Components } from '../system/components';
import { SystemController } from '../system/system.controller';
import { ANNOUNCERS, type Announcer } from './announcer';
import { Guard } from './guard';
import { INSTALLATION, type Installation } from './installation';
import { AfterResponse } from './after-response';
import { Live } from './live';
import { Origins } from './origins';
import { Presence } from './presence';
import { Refusals } from './refusals';
import { Rows } from './rows';
import { Tokens } from './tokens';
import { Writes } from './writes';

/** What every context stands on. */
@Module({})
class PlatformModule {
  static of(installation: Installation): DynamicModule {
    const providers: ModuleMetadata['providers'] = [
      { provide: INSTALLATION, useValue: installation },
      { provide: Tokens, useValue: new Tokens(installation.keys.tokens) },
      { provide: AfterResponse, useValue: new AfterResponse(installation.logger) },
      Writes,
      Refusals,
      Presence,
      Rows,
      Origins,
    ];
    return {
      module: PlatformModule,
      global: true,
      providers,
      exports: [INSTALLATION, Tokens, AfterResponse, Writes, Refusals, Presence, Rows, Origins],
    };
  }
}

/** What the contexts tell those who are there. */
const announcers: readonly Announcer[] = [changedFolders, changedAccounts];

/** The gateway over one installation. */
@Module({})
export class GatewayModule {
  static of(installation: Installation): DynamicModule {
    return {
      module: GatewayModule,
      imports: [CqrsModule.forRoot(), PlatformModule.of(installation), IdentityModule, FilesModule, AuditModule],
      controllers: [SystemController],
      providers: [
        { provide: APP_GUARD, useClass: Guard },
        { provide: ANNOUNCERS, useValue: announcers },
        Components,
        Live,
      ],
    };
  }
}
