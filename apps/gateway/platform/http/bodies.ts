import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api, type EndpointSpec } from '@dosar/contracts';
import { Problem } from './problem';

const FORM = /^multipart\/form-data\b/i;
/** RFC 2046: 1 to 70 characters of a limited set. */
const BOUNDARY = /^boundary=(?:"[^"]{1,70}"|[^\s"]{1,70})$/i;
const MULTIPART = /^multipart\//i;

const formRoutes: ReadonlySet<string> = new Set(
  Object.values(api)
    .flatMap((calls) => Object.values(calls) as EndpointSpec[])
    .filter(({ consumes }) => consumes === 'multipart')
    .map(({ path }) => `/api${path}`),
);

/** Endpoints that ignore bodies. */
export const openRoutes: ReadonlySet<string> = new Set(
  Object.values(api)
    .flatMap((calls) => Object.values(calls) as EndpointSpec[])
    .filter(({ consumes }) => consumes === 'anything')
    .map(({ path }) => `/api${path}`),
);

/**
 * Whether a body is in the form its endpoint reads: multipart only where expected, with a valid boundary, and never
 * compressed.
 */
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

/** Whether a body follows the headers. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

type Answers = { answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void };

/** Refuses unreadable bodies before they are read. */
export const refuseUnreadable = (fastify: FastifyInstance, filter: Answers): void => {
  fastify.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (!hasBody(request) || isReadable(request)) return done();
    filter.answer(new Problem('MALFORMED_REQUEST'), request, reply);
  });
};
