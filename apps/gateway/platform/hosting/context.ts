import type { Type } from '@nestjs/common';
import type { Announcer } from '../sockets/announcer';
import type { AudienceKind } from '../sockets/audience';
import type { Job } from './job';
import type { Listener } from '../sockets/listener';

/** Injected by this name: the contexts that the application has. */
export const CONTEXTS = Symbol('Contexts');

/** All that a context brings to the gateway. */
export type GatewayContext = {
  /** Its controllers, handlers and queries, and what they stand on. */
  readonly module: Type;
  /** What it tells those who are there. */
  readonly announcers: readonly Announcer[];
  /** Whom it tells, beside those who may see a client, and people. */
  readonly audiences: readonly AudienceKind[];
  /** What it hears over sockets; each is a provider of the module. */
  readonly listeners: readonly Type<Listener>[];
  /** What it does beside calls; each is a provider of the module. */
  readonly jobs: readonly Type<Job>[];
};
