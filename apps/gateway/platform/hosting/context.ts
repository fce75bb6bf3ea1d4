import { Module, type Provider, type Type } from '@nestjs/common';
import type { RefusalNotes } from '../access/refusal-notes';
import type { Announcer } from '../sockets/announcer';
import type { AudienceKind } from '../sockets/audience';
import type { Job } from './job';
import type { Listener } from '../sockets/listener';
import type { NotesOfLooks } from '../past/look';
import type { UseCase } from '../use-cases/use-case';

/** Injection token of the application's contexts. */
export const CONTEXTS = Symbol('Contexts');

/** Everything a context provides to the gateway. */
export type GatewayContext = {
  /** Its use cases, and their providers. */
  readonly module: Type;
  /** What other contexts may read of it. */
  readonly reads?: readonly Type[];
  /** How refusals are noted, by one context. */
  readonly refusals?: RefusalNotes;
  /** How looks as another person are noted, by one context. */
  readonly looks?: NotesOfLooks;
  /** Its live events. */
  readonly announcers: readonly Announcer[];
  /** Its audiences, besides clients and users. */
  readonly audiences: readonly AudienceKind[];
  /** Its listeners to events of consoles; each is a provider of the module. */
  readonly listeners: readonly Type<Listener>[];
  /** Its background work; each is a provider of the module. */
  readonly jobs: readonly Type<Job>[];
};

type Parts = Partial<Omit<GatewayContext, 'module'>> & {
  readonly useCases?: readonly UseCase[];
  /** Further providers of its use cases; listeners and jobs are providers as they are. */
  readonly providers?: readonly Provider[];
};

/** Makes a context of these parts, each of which is listed once. */
export const context = ({
  useCases = [],
  providers = [],
  announcers = [],
  audiences = [],
  listeners = [],
  jobs = [],
  ...more
}: Parts): GatewayContext => {
  class ContextModule {}
  Module({
    controllers: useCases.map(({ controller }) => controller),
    providers: [...providers, ...listeners, ...jobs, ...useCases.map(({ handler }) => handler)],
  })(ContextModule);
  return { ...more, module: ContextModule, announcers, audiences, listeners, jobs };
};
