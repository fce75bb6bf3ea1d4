import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AfterResponse } from '../http/after-response';
import { Connections } from '../connections/connections';
import { CONTEXTS, type GatewayContext } from './context';
import { Ephemeral } from '../sockets/ephemeral';
import { Guard } from '../access/guard';
import { INSTALLATION, type Installation } from './installation';
import { CLIENT_EVENT, type ClientEvent } from '../sockets/listener';
import { ResponseCache } from '../http/response-cache';
import { Listeners } from '../sockets/listeners';
import { Live } from '../sockets/live';
import { LoopTurns } from '../writes/loop-turns';
import { ConnectionRegistry } from '../sockets/connection-registry';
import { Origins } from '../http/origins';
import { Presence } from '../sockets/presence';
import { PresenceNews } from '../sockets/presence-news';
import { Refusals } from '../access/refusals';
import { Instants } from '../past/instants';
import { NOTES_OF_LOOKS } from '../past/look';
import { Looks } from '../past/looks';
import { PastRights } from '../past/rights-then';
import { Reads } from '../reads/reads';
import { ViewRows } from '../reads/rows';
import { StreamedAnswers } from '../connections/streamed-answers';
import { Tokens } from '../access/tokens';
import { UseCaseContexts } from '../use-cases/use-case-context';
import { Writes } from '../writes/writes';

/** Common providers of all contexts. */
@Module({})
class PlatformModule {
  static of(installation: Installation, contexts: readonly GatewayContext[]): DynamicModule {
    const providers: ModuleMetadata['providers'] = [
      { provide: INSTALLATION, useValue: installation },
      { provide: Tokens, useValue: new Tokens(installation.keys.tokens) },
      { provide: AfterResponse, useValue: new AfterResponse(installation.logger) },
      Ephemeral,
      Writes,
      ConnectionRegistry,
      Presence,
      PresenceNews,
      Instants,
      PastRights,
      { provide: NOTES_OF_LOOKS, useValue: contexts.find(({ looks }) => looks)?.looks ?? null },
      Looks,
      Reads,
      ViewRows,
      ResponseCache,
      LoopTurns,
      Origins,
      StreamedAnswers,
      UseCaseContexts,
    ];
    return {
      module: PlatformModule,
      global: true,
      providers,
      exports: [
        INSTALLATION,
        Tokens,
        AfterResponse,
        Ephemeral,
        Writes,
        ConnectionRegistry,
        Presence,
        Instants,
        PastRights,
        Looks,
        Reads,
        ViewRows,
        ResponseCache,
        LoopTurns,
        Origins,
        StreamedAnswers,
        UseCaseContexts,
      ],
    };
  }
}

/** The reads that contexts offer each other. */
@Module({})
class ReadsModule {
  static of(contexts: readonly GatewayContext[]): DynamicModule {
    const reads = contexts.flatMap((context) => context.reads ?? []);
    return { module: ReadsModule, global: true, providers: reads, exports: reads };
  }
}

/** The gateway over one installation, with these contexts. */
@Module({})
export class GatewayModule {
  static of(installation: Installation, contexts: readonly GatewayContext[], spoken: ClientEvent): DynamicModule {
    return {
      module: GatewayModule,
      imports: [
        CqrsModule.forRoot(),
        PlatformModule.of(installation, contexts),
        ReadsModule.of(contexts),
        ...contexts.map(({ module }) => module),
      ],
      providers: [
        Guard,
        { provide: APP_GUARD, useExisting: Guard },
        { provide: CONTEXTS, useValue: contexts },
        { provide: CLIENT_EVENT, useValue: spoken },
        Connections,
        Listeners,
        Live,
        Refusals,
      ],
    };
  }
}
