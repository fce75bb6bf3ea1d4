import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api, type EndpointSpec, type ProblemCode } from '@dosar/contracts';
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
 * What is wrong with the form of a body, if anything: it is never compressed, multipart is taken where it is expected and
 * nothing else there, and it says where its parts end.
 */
const faultOf = ({ headers, routeOptions }: FastifyRequest): ProblemCode | null => {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return 'CONTENT_TYPE_UNSUPPORTED';
  const url = routeOptions.url ?? '';
  if (openRoutes.has(url)) return null;
  const type = headers['content-type'] ?? '';
  const isForm = FORM.test(type);
  if (formRoutes.has(url) ? !isForm : MULTIPART.test(type)) return 'CONTENT_TYPE_UNSUPPORTED';
  return isForm && !type.split(';').some((part) => BOUNDARY.test(part.trim())) ? 'MALFORMED_REQUEST' : null;
};

/** Whether a body follows the headers. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

type Answers = { answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void };

/** Refuses unreadable bodies before they are read. */
export const refuseUnreadable = (fastify: FastifyInstance, filter: Answers): void => {
  fastify.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const fault = hasBody(request) ? faultOf(request) : null;
    if (fault === null) return done();
    filter.answer(new Problem(fault), request, reply);
  });
};
