import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AfterResponse } from './after-response';
import { Connections } from './connections';
import { CONTEXTS, type GatewayContext } from './context';
import { Ephemeral } from './ephemeral';
import { Guard } from './guard';
import { INSTALLATION, type Installation } from './installation';
import { SPOKEN, type Spoken } from './listener';
import { KeptAnswers } from './kept-answers';
import { Listeners } from './listeners';
import { Live } from './live';
import { LoopTurns } from './loop-turns';
import { OpenLines } from './open-lines';
import { Origins } from './origins';
import { Presence } from './presence';
import { PresenceNews } from './presence-news';
import { Refusals } from './refusals';
import { ViewRows } from './rows';
import { StreamedAnswers } from './streamed-answers';
import { Tokens } from './tokens';
import { UnreadMessages } from './unread-messages';
import { Writes } from './writes';

/** What every context stands on. */
@Module({})
class PlatformModule {
  static of(installation: Installation): DynamicModule {
    const providers: ModuleMetadata['providers'] = [
      { provide: INSTALLATION, useValue: installation },
      { provide: Tokens, useValue: new Tokens(installation.keys.tokens) },
      { provide: AfterResponse, useValue: new AfterResponse(installation.logger) },
      Ephemeral,
      Writes,
      Refusals,
      OpenLines,
      Presence,
      PresenceNews,
      UnreadMessages,
      ViewRows,
      KeptAnswers,
      LoopTurns,
      Origins,
      StreamedAnswers,
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
        Refusals,
        OpenLines,
        Presence,
        UnreadMessages,
        ViewRows,
        KeptAnswers,
        LoopTurns,
        Origins,
        StreamedAnswers,
      ],
    };
  }
}

/** The gateway over one installation, with these contexts. */
@Module({})
export class GatewayModule {
  static of(installation: Installation, contexts: readonly GatewayContext[], spoken: Spoken): DynamicModule {
    return {
      module: GatewayModule,
      imports: [CqrsModule.forRoot(), PlatformModule.of(installation), ...contexts.map(({ module }) => module)],
      providers: [
        Guard,
        { provide: APP_GUARD, useExisting: Guard },
        { provide: CONTEXTS, useValue: contexts },
        { provide: SPOKEN, useValue: spoken },
        Connections,
        Listeners,
        Live,
      ],
    };
  }
}
