import { Controller, Inject, Injectable, Req, Res, type Type } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointSpec, InputOf, ReplyOf } from '@dosar/contracts';
import type { Call } from '../access/call';
import type { AllowedBytes } from '../connections/streamed-answers';
import { inputOf, mountedOn } from '../http/endpoint';
import type { Json } from '../http/json';
import type { RequestedLook } from '../past/look';
import { UseCaseContexts, type Exchange, type UseCaseContext } from './use-case-context';

/** The answer of a use case: the contract's value, JSON, bytes, or a text of the type that it has set. */
type Answer<S extends EndpointSpec> = ReplyOf<S> | Json | AllowedBytes | string | undefined;

type Asked<S extends EndpointSpec> = {
  readonly input: InputOf<S>;
  readonly call: Call;
  readonly exchange: Exchange | null;
};
type Run<S extends EndpointSpec, R> = (input: InputOf<S>, context: UseCaseContext) => R | Promise<R>;

/** Listed by a context, and mounted by the framework. */
export interface UseCase<S extends EndpointSpec = EndpointSpec, R = unknown> {
  readonly spec: S;
  /** For calls of the installation itself, without a request. */
  message(input: InputOf<S>, call: Call): Command<R>;
  readonly handler: Type;
  readonly controller: Type;
}

const READS: readonly EndpointSpec['method'][] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * An endpoint of the contract with its function. Reads go through the QueryBus, all others through the CommandBus: message,
 * handler and controller are made here, once for each use case.
 */
export const useCase = <S extends EndpointSpec, R extends Answer<S>>(spec: S, run: Run<S, R>): UseCase<S, R> => {
  const isRead = READS.includes(spec.method);
  const Kind: new () => object = isRead ? Query : Command;

  class Message extends Kind {
    constructor(
      readonly input: InputOf<S>,
      readonly call: Call,
      readonly exchange: Exchange | null,
    ) {
      super();
    }
  }

  @Injectable()
  class Handler {
    constructor(@Inject(UseCaseContexts) private readonly contexts: UseCaseContexts) {}

    execute({ input, call, exchange }: Message): R | Promise<R> {
      const { at, as } = (input as { readonly query?: RequestedLook }).query ?? {};
      if (at === undefined && as === undefined && !this.contexts.isBound(call))
        return run(input, this.contexts.of(call, exchange));
      return this.asOf({ input, call, exchange }, { at, as });
    }

    private async asOf({ input, call, exchange }: Asked<S>, asked: RequestedLook): Promise<R> {
      const context = await this.contexts.asOf(call, exchange, asked);
      const answer = run(input, context);
      await answer;
      await this.contexts.opened(input as object, context);
      return answer;
    }
  }
  (isRead ? QueryHandler : CommandHandler)(Message)(Handler);

  @Controller()
  class Route {
    constructor(
      @Inject(isRead ? QueryBus : CommandBus) private readonly bus: { execute(message: object): Promise<unknown> },
    ) {}

    @mountedOn(spec)
    async answer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
      const input = inputOf(spec, request) as InputOf<S>;
      void reply.send(await this.bus.execute(new Message(input, request.call, { request, reply })));
    }
  }

  for (const made of [Message, Handler, Route])
    Object.defineProperty(made, 'name', { value: `${made.name} of ${spec.method} ${spec.path}` });
  return {
    spec,
    message: (input, call) => new Message(input, call, null) as object as Command<R>,
    handler: Handler,
    controller: Route,
  };
};
