import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { checked, eventFeatures, isOffered, type ConsoleEvent } from '@dosar/contracts';
import type { Call } from '../access/call';
import { CONTEXTS, type GatewayContext } from '../hosting/context';
import { actorOf } from '../access/guard';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { CLIENT_EVENT, type Listener, type ClientEvent } from './listener';
import { isAllowed } from '../access/policy';
import { notFound, Problem } from '../http/problem';
import { bodyOf, problemOf } from '../http/problem.filter';
import { Refusals } from '../access/refusals';

type Acknowledge = (answer: object) => void;

/** Passes events of consoles to their listeners, within rights and rate limits. */
@Injectable()
export class Listeners implements OnApplicationBootstrap {
  private listeners: ReadonlyMap<string, Listener> = new Map();
  @Inject(Refusals) private readonly refusals!: Refusals;

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    @Inject(CONTEXTS) private readonly contexts: readonly GatewayContext[],
    @Inject(CLIENT_EVENT) private readonly spoken: ClientEvent,
    private readonly modules: ModuleRef,
  ) {}

  /** @throws when an event of the contract has no listener, or a listener an unknown event */
  onApplicationBootstrap(): void {
    const all = this.contexts.flatMap(({ listeners }) => listeners);
    const found = all.map((each) => this.modules.get<Listener>(each, { strict: false }));
    this.listeners = new Map(found.map((listener) => [listener.event, listener]));
    for (const event of this.spoken.keys())
      if (!this.listeners.has(event)) throw new Error(`nobody listens to ${event}, which the contract has`);
    for (const event of this.listeners.keys())
      if (!this.spoken.has(event)) throw new Error(`the contract has no event ${event} that somebody listens to`);
  }

  /** Passes the answer to `acknowledge`; nothing is thrown. @returns whether it is refused */
  async hear(call: Call, [event, body]: readonly [string, unknown], acknowledge: Acknowledge): Promise<boolean> {
    try {
      acknowledge((await this.heard(call, event, body)) ?? {});
      return false;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'INTERNAL_ERROR') this.failed(call, event, error);
      this.refusals.look(call, problem, { event: this.spoken.has(event) ? event : null });
      acknowledge(bodyOf(problem, call));
      return true;
    }
  }

  private async heard(call: Call, event: string, body: unknown): Promise<object | void> {
    const { id, sessionId } = call.caller;
    this.installation.limits.take('socketEvents', sessionId);
    const known = this.spoken.get(event);
    const { features } = this.installation.config;
    if (!known || !isOffered(features, eventFeatures[event as ConsoleEvent])) throw notFound();
    call.actor = actorOf(this.installation, id, sessionId);
    if (!isAllowed(known.rule, call.actor.role)) throw new Problem('ACCESS_DENIED');
    const { data, broken } = checked(known.schema, body);
    if (broken) throw new Problem('VALIDATION_FAILED', broken);
    return this.listeners.get(event)!.hear(data, call);
  }

  /** Continues after an error, so that one console cannot silence the others. */
  private failed(call: Call, event: string, error: unknown): void {
    const { findings, logger } = this.installation;
    findings.add('sockets', `what was said as ${event} could not be heard: ${(error as Error).message}`);
    logger.error({ err: error, correlation_id: call.correlationId, event }, 'what a console said could not be heard');
  }
}
