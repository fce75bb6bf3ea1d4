import 'reflect-metadata';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import createFastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { hasBody, refuseUnreadable } from '../http/bodies';
import { LEAST_BODY } from '../http/body-limits';
import { serveConsole } from '../http/console';
import type { GatewayContext } from './context';
import { answerUnread } from '../http/unread';
import { serveDocs } from '../http/docs';
import { headersOf, protect } from '../http/headers';
import { newCall, prepareHttp } from '../http/http';
import { Guard } from '../access/guard';
import { httpServer } from '../http/http-server';
import type { Installation } from './installation';
import { ResponseCache } from '../http/response-cache';
import { clientEventOf, type ClientEvent } from '../sockets/listener';
import { LiveAdapter } from '../sockets/live-adapter';
import { GatewayModule } from './platform.module';
import { knownRoutes } from '../access/policy';
import { ProblemFilter } from '../http/problem.filter';
import { believing, networkOfCaller, warnOfProxies } from '../connections/proxies';
import { queryOf } from '../http/query-text';
import { Refusals } from '../access/refusals';
import { StreamedAnswers, watchAnswers } from '../connections/streamed-answers';

/** Tickets are longer than the router's default limit. */
const PARAMETER_LENGTH = 1_100;

/** The application with these contexts over an installation, ready to listen. @throws when a route has no row in the policy. */
export const createGateway = async (
  installation: Installation,
  contexts: readonly GatewayContext[],
  events: ClientEvent = clientEventOf,
): Promise<NestFastifyApplication> => {
  const { config, logger, metrics } = installation;
  const filter = new ProblemFilter(logger);
  const { calls, pages } = headersOf(config.publicUrl);
  const ofUnchanged = Object.entries(calls).flat();
  let kept: ResponseCache | null = null;
  let streamed: StreamedAnswers | null = null;
  const fastify = createFastify({
    serverFactory: (handle) =>
      httpServer(
        (request, response) =>
          kept?.unchanged(request, response, ofUnchanged) ? metrics.answeredUnchanged() : handle(request, response),
        calls,
        { networkOf: networkOfCaller(config.trustedProxies) },
      ),
    // for unknown addresses; endpoints have their own limits
    bodyLimit: LEAST_BODY,
    trustProxy: config.trustedProxies > 0 ? believing(config.trustedProxies) : false,
    forceCloseConnections: 'idle',
    // prepareHttp answers in our own format
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_LENGTH, querystringParser: queryOf },
    frameworkErrors: (error, request, reply) => {
      // hooks have not run yet
      const call = ((request as FastifyRequest).call = newCall(request));
      void reply.headers({ ...calls, 'x-correlation-id': call.correlationId, 'cache-control': 'no-store' });
      filter.answer(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerUnread(error as NodeJS.ErrnoException, socket, calls),
  });
  prepareHttp(fastify, installation);
  warnOfProxies(fastify, config, logger);
  protect(fastify, calls, pages);
  fastify.addHook('preClose', (done) => {
    kept = null;
    done();
  });
  fastify.addHook('onRequest', (request, reply, done) => (kept ? kept.answer(request, reply, done) : done()));
  refuseUnreadable(fastify, filter);
  let guard: Guard | null = null;
  admitBeforeBodies(fastify, () => guard);
  watchAnswers(fastify, () => streamed);
  await fastify.register(cookie);
  await fastify.register(multipart);
  await serveDocs(fastify);
  await serveConsole(fastify, filter);

  const app = await applicationOn(fastify, GatewayModule.of(installation, contexts, events));
  app.setGlobalPrefix('api');
  app.useGlobalFilters(filter);
  app.useWebSocketAdapter(new LiveAdapter(app, config, calls));
  await app.init();
  kept = app.get(ResponseCache, { strict: false });
  guard = app.get(Guard, { strict: false });
  streamed = app.get(StreamedAnswers, { strict: false });
  const refusals = app.get(Refusals, { strict: false });
  filter.onProblem = (call, problem, asked) => refusals.look(call, problem, asked);
  await fastify.ready();
  return app;
};

/** Bodies are read by our own code. */
const applicationOn = (fastify: FastifyInstance, module: ReturnType<typeof GatewayModule.of>) =>
  NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(fastify), {
    bodyParser: false,
    logger: ['error', 'warn'],
  });

/** Checks the caller before anything of a body is read. */
const admitBeforeBodies = (fastify: FastifyInstance, guardOf: () => Guard | null): void => {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, call } = request;
    const spec = knownRoutes.get(`${method} ${routeOptions.url}`);
    const guard = guardOf();
    if (guard === null || spec === undefined || !hasBody(request)) return done();
    guard.admit(call, spec).then(() => done(), done);
  });
};
