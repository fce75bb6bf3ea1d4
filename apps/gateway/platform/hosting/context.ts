import { Module, type Provider, type Type } from '@nestjs/common';
import type { RefusalNotes } from '../access/refusal-notes';
import type { Announcer } from '../sockets/announcer';
import type { AudienceKind } from '../sockets/audience';
import type { Job } from './job';
import type { Listener } from '../sockets/listener';
import type { NotesOfLooks } from '../past/look';
import type { UseCase } from '../use-cases/use-case';

/** Injected by this name: the contexts that the application has. */
export const CONTEXTS = Symbol('Contexts');

/** All that a context brings to the gateway. */
export type GatewayContext = {
  /** Its use cases, and what they stand on. */
  readonly module: Type;
  /** What others may read of it; provided to all. */
  readonly reads?: readonly Type[];
  /** How it notes what sessions were refused: one context does. */
  readonly refusals?: RefusalNotes;
  /** How it notes that somebody looks at what another could see: one context does. */
  readonly looks?: NotesOfLooks;
  /** What it tells those who are there. */
  readonly announcers: readonly Announcer[];
  /** Whom it tells, beside those who may see a client, and people. */
  readonly audiences: readonly AudienceKind[];
  /** What it hears over sockets; each is a provider of the module. */
  readonly listeners: readonly Type<Listener>[];
  /** What it does beside calls; each is a provider of the module. */
  readonly jobs: readonly Type<Job>[];
};

type Parts = Partial<Omit<GatewayContext, 'module'>> & {
  readonly useCases?: readonly UseCase[];
  /** What its use cases stand on; listeners and jobs are providers as they are. */
  readonly providers?: readonly Provider[];
};

/** A context of these parts, each of which is listed once. */
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
