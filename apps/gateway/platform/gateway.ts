import 'reflect-metadata';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import createFastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { hasBody, watchBodies } from './bodies';
import { LEAST_BODY } from './body-limits';
import { serveConsole } from './console';
import type { GatewayContext } from './context';
import { answerUnread } from './unread';
import { serveDocs } from './docs';
import { newCall, prepareHttp } from './http';
import { Guard } from './guard';
import type { Installation } from './installation';
import { KeptAnswers } from './kept-answers';
import { spoken, type Spoken } from './listener';
import { LiveAdapter } from './live-adapter';
import { Origins } from './origins';
import { GatewayModule } from './platform.module';
import { knownRoutes } from './policy';
import { ProblemFilter } from './problem.filter';
import { believing, warnOfProxies } from './proxies';
import { Refusals } from './refusals';

/** An upload over a slow line takes its time. */
const REQUEST_MS = 15 * 60 * 1000;
const KEEP_ALIVE_MS = 72_000;
/** A ticket is longer than the parameters that routers expect. */
const PARAMETER_LENGTH = 1_100;

/** The application with these contexts over an installation, ready to listen. @throws when a route has no row in the policy. */
export const createGateway = async (
  installation: Installation,
  contexts: readonly GatewayContext[],
  events: Spoken = spoken,
): Promise<NestFastifyApplication> => {
  const { config, logger } = installation;
  const filter = new ProblemFilter(logger);
  const { trustedProxies } = config;
  let kept: KeptAnswers | null = null;
  const fastify = createFastify({
    serverFactory: (handle) =>
      createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
        if (!kept?.unchanged(request, response)) handle(request, response);
      }),
    // of an address that is none; calls have their own
    bodyLimit: LEAST_BODY,
    trustProxy: trustedProxies > 0 ? believing(trustedProxies) : false,
    forceCloseConnections: 'idle',
    // said in our own words, in prepareHttp
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) => {
      // no hook has run
      const call = ((request as FastifyRequest).call = newCall(request));
      void reply.headers({ ...forCalls, 'x-correlation-id': call.correlationId, 'cache-control': 'no-store' });
      filter.answer(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerUnread(error as NodeJS.ErrnoException, socket, forCalls),
  });
  prepareHttp(fastify, logger);
  warnOfProxies(fastify, config, logger);
  protect(fastify, config.publicUrl.startsWith('https:'));
  fastify.addHook('preClose', (done) => {
    kept = null;
    done();
  });
  fastify.addHook('onRequest', (request, reply, done) => (kept ? kept.answer(request, reply, done) : done()));
  watchBodies(fastify, filter);
  let guard: Guard | null = null;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, call } = request;
    const spec = knownRoutes.get(`${method} ${routeOptions.url}`);
    if (guard === null || spec === undefined || !hasBody(request)) return done();
    guard.admit(call, spec).then(() => done(), done);
  });
  await fastify.register(cookie);
  await fastify.register(multipart);
  await serveDocs(fastify);
  await serveConsole(fastify, filter);

  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.of(installation, contexts, events),
    new FastifyAdapter(fastify),
    {
      bodyParser: false,
      logger: ['error', 'warn'],
    },
  );
  app.setGlobalPrefix('api');
  app.useGlobalFilters(filter);
  app.useWebSocketAdapter(new LiveAdapter(app, app.get(Origins)));
  await app.init();
  kept = app.get(KeptAnswers, { strict: false });
  guard = app.get(Guard, { strict: false });
  const refusals = app.get(Refusals, { strict: false });
  filter.onProblem = (call, problem, asked) => refusals.look(call, problem, asked);
  await fastify.ready();
  return app;
};

/** What a middleware would say in each answer, when it says the same in all of them. */
const saidBy = (middleware: ReturnType<typeof helmet>): Record<string, string> => {
  const said: Record<string, string> = {};
  const reply = {
    setHeader: (name: string, value: string) => void (said[name.toLowerCase()] = value),
    removeHeader() {},
  };
  middleware({} as IncomingMessage, reply as unknown as ServerResponse, () => {});
  return said;
};

/** Headers that keep a browser from doing with our pages what they do not do themselves. */
const forPages = {
  ...saidBy(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          connectSrc: ["'self'"],
          imgSrc: ["'self'", 'blob:', 'data:'],
          fontSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          requireTrustedTypesFor: ["'script'"],
        },
      },
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: false,
    }),
  ),
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
/** Of these, what concerns an answer that is no page. */
const forCalls = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  ...Object.fromEntries(
    ['cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options'].map((name) => [
      name,
      (forPages as Record<string, string>)[name]!,
    ]),
  ),
};

/** Browsers that have once come by https do not come otherwise again. */
const HTTPS_ALONE = { 'strict-transport-security': 'max-age=31536000' } as const;

const protect = (fastify: FastifyInstance, isHttps: boolean) => {
  const more = isHttps ? HTTPS_ALONE : {};
  const [calls, pages] = [
    { ...forCalls, ...more },
    { ...forPages, ...more },
  ];
  fastify.addHook('onRequest', ({ url }, reply, done) => {
    void reply.headers(url.startsWith('/api/') && !url.startsWith('/api/docs') ? calls : pages);
    done();
  });
};
