import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openRoutes } from './bodies';
import { bodyLimitOf } from './body-limits';
import type { Installation } from '../hosting/installation';
import { Call, tokenOf } from '../access/call';
import { compressJson } from './compress';
import { Json, TAGGED } from './json';
import { isBeyondBounds } from './json-bounds';
import { LoopTurns } from '../writes/loop-turns';
import { knownRoutes } from '../access/policy';
import { Problem } from './problem';

export const newCall = (request: FastifyRequest): Call => new Call(request);

const JSON_TYPE = 'application/json; charset=utf-8';
/** By then another process may have been started. */
const CLOSING_SECONDS = 5;
const VIEWED = new Set(['GET', 'HEAD']);

/** Routes of the console and the documentation, which are no endpoints. */
export const isAsset = (url: string) => !url.startsWith('/api/') || url.startsWith('/api/docs');

/** Few values, whatever is asked for: the pattern of a route, or what else it is. */
const routeOf = ({ method, routeOptions: { url } }: FastifyRequest): string => {
  if (url !== undefined && knownRoutes.has(`${method === 'HEAD' ? 'GET' : method} ${url}`)) return url;
  return url !== undefined && isAsset(url) ? 'console' : 'unknown';
};

/** @throws for a route without policy, so that the application does not start. */
const mustBeKnown = (method: string | string[], url: string): void => {
  for (const each of [method].flat())
    if (!isAsset(url) && !knownRoutes.has(`${each} ${url}`) && !(each === 'HEAD' && knownRoutes.has(`GET ${url}`)))
      throw new Error(`the route ${each} ${url} has no row in the policy`);
};

/** Common to all calls: correlation id, headers, and a line in the log. */
export const prepareHttp = (
  fastify: FastifyInstance,
  { logger, metrics }: Pick<Installation, 'logger' | 'metrics'>,
): void => {
  fastify.addHook('onRoute', (route) => {
    const { method, url } = route;
    mustBeKnown(method, url);
    const spec = knownRoutes.get(`${[method].flat()[0]} ${url}`);
    if (spec) route.bodyLimit = bodyLimitOf(spec);
  });

  // callbacks, since a promise for each hook would be measurable
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
    const ms = performance.now() - call.startedAt;
    metrics.answered({ method, route: routeOf(request), status: reply.statusCode, seconds: ms / 1_000 });
    const isDefect = reply.statusCode >= 500 && reply.statusCode !== 503;
    const level = isDefect ? 'error' : VIEWED.has(method) ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    logger[level]({
      method,
      // the pattern, not the address: no ids and no tickets in the log
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(ms),
      correlation_id: call.correlationId,
      user_id: call.actor?.id ?? null,
    });
  });

  readBodies(fastify);
};

/** When a response is sent, and which headers describe its state. */
const sayHowItIs = (fastify: FastifyInstance): void => {
  // a successful write is answered once it can be read, even if its handler forgot to wait
  fastify.addHook('onSend', ({ call: { work }, method }, { statusCode }, payload, done) => {
    if (VIEWED.has(method) || statusCode >= 300 || !work.isHeldBack || work.untilVisible === null)
      return done(null, payload);
    work.untilVisible().then(() => done(null, payload), done);
  });

  fastify.addHook('onSend', ({ call }, reply, payload, done) => {
    // set here, since it depends on the caller
    void reply.header('x-correlation-id', call.correlationId);
    const { written, stale } = call.work;
    if (written !== null) void reply.header('x-consistency-token', tokenOf(written));
    if (stale) void reply.header('x-stale', 'true');
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done(null, payload);
  });
};

/** The parsers of bodies, by type. */
const readBodies = (fastify: FastifyInstance): void => {
  // like Fastify's own, but an empty body is allowed
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  // streamed by its handler, never held in memory
  fastify.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
  const turns = new LoopTurns();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const read = () => {
      request.call.hasTurn = true;
      // invalid UTF-8 would be stored as other text
      if (!isUtf8(bytes as Buffer)) return done(new Problem('MALFORMED_REQUEST'));
      const body = bytes.toString();
      if (isBeyondBounds(body)) return done(new Problem('PAYLOAD_TOO_LARGE'));
      void parse(request, body, (error, value) =>
        done(error && Object.assign(error, { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }), value),
      );
    };
    if (bytes.length === 0) done(null, undefined);
    // a refused body costs as much as a call, so it waits for its turn, too
    else turns.mayBegin(request.call).then(read, done);
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, ({ method, routeOptions }, _body, done) => {
    const { url = '' } = routeOptions;
    if (openRoutes.has(url)) return done(null, undefined);
    // tus has a status of its own for a chunk of another type
    const isChunk = knownRoutes.get(`${method} ${url}`)?.consumes === 'bytes';
    done(new Problem(isChunk ? 'CONTENT_TYPE_UNSUPPORTED' : 'MALFORMED_REQUEST'));
  });
};
