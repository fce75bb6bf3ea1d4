import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AuditModule } from '../audit/audit.module';
import { FilesModule } from '../files/files.module';
import { IdentityModule } from '../identity/identity.module';
import { SystemController } from '../system/system.controller';
import { Commands } from './commands';
import { Guard } from './guard';
import { INSTALLATION, type Installation } from './installation';
import { Origins } from './origins';
import { Rows } from './rows';
import { Tokens } from './tokens';

/** What every context stands on. */
@Module({})
class PlatformModule {
  static of(installation: Installation): DynamicModule {
    const providers: ModuleMetadata['providers'] = [
      { provide: INSTALLATION, useValue: installation },
      { provide: Tokens, useValue: new Tokens(installation.keys.tokens) },
      Commands,
      Rows,
      Origins,
    ];
    return {
      module: PlatformModule,
      global: true,
      providers,
      exports: [INSTALLATION, Tokens, Commands, Rows, Origins],
    };
  }
}

/** The gateway over one installation. */
@Module({})
export class GatewayModule {
  static of(installation: Installation): DynamicModule {
    return {
      module: GatewayModule,
      imports: [CqrsModule.forRoot(), PlatformModule.of(installation), IdentityModule, FilesModule, AuditModule],
      controllers: [SystemController],
      providers: [{ provide: APP_GUARD, useClass: Guard }],
    };
  }
}
