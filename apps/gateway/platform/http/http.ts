import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { openRoutes } from './bodies';
import { bodyLimitOf } from './body-limits';
import { Call, tokenOf } from '../access/call';
import { compressJson } from './compress';
import { Json, TAGGED } from './json';
import { isBeyondBounds } from './json-bounds';
import { LoopTurns } from '../writes/loop-turns';
import { knownRoutes } from '../access/policy';
import { Problem } from './problem';

export const newCall = (request: FastifyRequest): Call => new Call(request);

const JSON_TYPE = 'application/json; charset=utf-8';
/** After that another may have started in its place. */
const CLOSING_SECONDS = 5;
const VIEWED = new Set(['GET', 'HEAD']);

/** Routes that are no calls: what a browser loads to have the console and the documentation. */
export const isAsset = (url: string) => !url.startsWith('/api/') || url.startsWith('/api/docs');

/** @throws for a route that the policy does not know: the application then does not start. */
const mustBeKnown = (method: string | string[], url: string): void => {
  for (const each of [method].flat())
    if (!isAsset(url) && !knownRoutes.has(`${each} ${url}`) && !(each === 'HEAD' && knownRoutes.has(`GET ${url}`)))
      throw new Error(`the route ${each} ${url} has no row in the policy`);
};

/** What every call has in common, whatever it is for: its correlation, its headers, its line in the log. */
export const prepareHttp = (fastify: FastifyInstance, logger: Logger): void => {
  fastify.addHook('onRoute', (route) => {
    const { method, url } = route;
    mustBeKnown(method, url);
    const spec = knownRoutes.get(`${[method].flat()[0]} ${url}`);
    if (spec) route.bodyLimit = bodyLimitOf(spec);
  });

  // none of these waits for anything, and a promise for each would be felt
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.call = newCall(request);
    done();
  });

  let isClosing = false;
  fastify.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (!isClosing) return done();
    void reply.header('connection', 'close');
    done(new Problem('UNAVAILABLE', null, CLOSING_SECONDS));
  });

  fastify.addHook('preSerialization', (_request, reply: FastifyReply, payload: unknown, done) => {
    if (payload instanceof Json) {
      if (payload.tag !== null) void reply.header('etag', payload.tag).header('cache-control', TAGGED);
      if (payload.status !== null) void reply.code(payload.status);
    }
    void reply.header('content-type', JSON_TYPE);
    done(null, payload);
  });
  fastify.setReplySerializer((payload) =>
    payload instanceof Json ? (payload.body as string) : JSON.stringify(payload),
  );

  sayHowItIs(fastify);
  compressJson(fastify);

  fastify.addHook('onResponse', (request, reply, done) => {
    done();
    const { call, method } = request;
    const isDefect = reply.statusCode >= 500 && reply.statusCode !== 503;
    const level = isDefect ? 'error' : VIEWED.has(method) ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    logger[level]({
      method,
      // the pattern, not the address: no ids and no tickets in the log
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(performance.now() - call.startedAt),
      correlation_id: call.correlationId,
      user_id: call.actor?.id ?? null,
    });
  });

  readBodies(fastify);
};

/** When an answer is sent, and what its headers say of it. */
const sayHowItIs = (fastify: FastifyInstance): void => {
  // whoever is told that it was done reads it then, whatever its handler has forgotten
  fastify.addHook('onSend', ({ call: { work }, method }, { statusCode }, payload, done) => {
    if (VIEWED.has(method) || statusCode >= 300 || !work.isHeldBack || work.untilVisible === null)
      return done(null, payload);
    work.untilVisible().then(() => done(null, payload), done);
  });

  fastify.addHook('onSend', ({ call }, reply, payload, done) => {
    // it is made of who asks, which is known only now
    void reply.header('x-correlation-id', call.correlationId);
    const { written, stale } = call.work;
    if (written !== null) void reply.header('x-consistency-token', tokenOf(written));
    if (stale) void reply.header('x-stale', 'true');
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done(null, payload);
  });
};

/** How bodies are read, by their types. */
const readBodies = (fastify: FastifyInstance): void => {
  // as Fastify's own, but an empty body is allowed
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  // read by whoever takes it: never a body in memory
  fastify.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
  const turns = new LoopTurns();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const read = () => {
      request.call.hasTurn = true;
      // what is no UTF-8 would become other text, and be stored as that
      if (!isUtf8(bytes as Buffer)) return done(new Problem('MALFORMED_REQUEST'));
      const body = bytes.toString();
      if (isBeyondBounds(body)) return done(new Problem('PAYLOAD_TOO_LARGE'));
      void parse(request, body, (error, value) =>
        done(error && Object.assign(error, { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }), value),
      );
    };
    if (bytes.length === 0) done(null, undefined);
    // what is refused of a body costs as much as a call: others have their turn before it
    else turns.mayBegin(request.call).then(read, done);
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, ({ routeOptions }, _body, done) =>
    openRoutes.has(routeOptions.url ?? '') ? done(null, undefined) : done(new Problem('MALFORMED_REQUEST')),
  );
};
