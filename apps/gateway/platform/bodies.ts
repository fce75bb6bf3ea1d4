import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api, type EndpointSpec } from '@dosar/contracts';
import { Problem } from './problem';
import type { ProblemFilter } from './problem.filter';

const FORM = /^multipart\/form-data\b/i;
/** RFC 2046: 1 to 70 characters, of these alone. */
const BOUNDARY = /^boundary=(?:"[^"]{1,70}"|[^\s"]{1,70})$/i;
const MULTIPART = /^multipart\//i;

const formRoutes: ReadonlySet<string> = new Set(
  Object.values(api)
    .flatMap((calls) => Object.values(calls) as EndpointSpec[])
    .filter(({ consumes }) => consumes === 'multipart')
    .map(({ path }) => `/api${path}`),
);

/** Calls that do not read what is sent with them. */
export const openRoutes: ReadonlySet<string> = new Set(
  Object.values(api)
    .flatMap((calls) => Object.values(calls) as EndpointSpec[])
    .filter(({ consumes }) => consumes === 'anything')
    .map(({ path }) => `/api${path}`),
);

/** Whether a body comes as its call reads it: a form only where one is taken, well announced, and never packed. */
const isReadable = ({ headers, routeOptions }: FastifyRequest): boolean => {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return false;
  if (openRoutes.has(routeOptions.url ?? '')) return true;
  const type = headers['content-type'] ?? '';
  if (!MULTIPART.test(type)) return true;
  return (
    formRoutes.has(routeOptions.url ?? '') &&
    FORM.test(type) &&
    type.split(';').some((part) => BOUNDARY.test(part.trim()))
  );
};

/** Whether something comes behind the headers. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A body that brings less than this is cut: whoever sends so slowly only holds a line. */
export const SLOW = { bytesPerSecond: 1_000, within: 30_000 };
const LOOK_MS = 5_000;

type Coming = { readonly raw: IncomingMessage; bytes: number; since: number };

/** Looks after bodies while they come in. */
export const watchBodies = (fastify: FastifyInstance, filter: ProblemFilter, slow: typeof SLOW = SLOW): void => {
  const coming = new Map<FastifyRequest, Coming>();
  const look = () => {
    const now = Date.now();
    for (const [request, body] of coming) {
      const { raw, bytes, since } = body;
      const { socket } = raw;
      if (raw.complete || socket.destroyed) coming.delete(request);
      else if (now - since >= slow.within) {
        const came = socket.bytesRead - bytes;
        // what has come and is not read yet is our own slowness
        const isOurs = raw.readableLength > 0 && !raw.readableFlowing;
        if (!isOurs && came < (slow.bytesPerSecond * (now - since)) / 1_000) socket.destroy();
        else Object.assign(body, { bytes: socket.bytesRead, since: now });
      }
    }
  };
  const looking = setInterval(look, Math.min(LOOK_MS, slow.within / 4)).unref();
  fastify.addHook('onClose', (_instance, done) => {
    clearInterval(looking);
    done();
  });

  fastify.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { raw } = request;
    if (!hasBody(request)) return done();
    if (!isReadable(request)) return filter.answer(new Problem('MALFORMED_REQUEST'), request, reply);
    coming.set(request, { raw, bytes: raw.socket.bytesRead, since: Date.now() });
    done();
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    coming.delete(request);
    done();
  });
};
