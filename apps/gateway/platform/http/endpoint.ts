import {
  applyDecorators,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { checked, type BrokenRule, type EndpointSpec, type InputOf } from '@dosar/contracts';
import type { Call } from '../access/call';
import { Problem } from './problem';

declare module 'fastify' {
  interface FastifyRequest {
    call: Call;
  }
}

const ENDPOINT = 'dosar:endpoint';

/** Mounts a controller's method on an endpoint of the contract. */
export const mountedOn = (spec: EndpointSpec) =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[spec.method], path: spec.path }),
    HttpCode(spec.status),
    SetMetadata(ENDPOINT, spec),
  );

/** In a body null is the same as absent, except for fields where null removes a value. */
const withoutNulls = (body: unknown, kept: readonly string[] = []): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || kept.includes(name)));
};

const parsed = (
  schema: NonNullable<EndpointSpec['body']> | undefined,
  value: unknown,
  broken: Map<string, BrokenRule>,
): unknown => {
  if (!schema) return undefined;
  const { data, broken: found } = checked(schema, value);
  for (const [path, rule] of found ?? []) broken.set(path, rule);
  return found ? undefined : data;
};

/** The parsed params, query and body of that endpoint. @throws Problem naming the invalid fields. */
export const inputOf = (
  spec: EndpointSpec,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): InputOf<EndpointSpec> => {
  const body = withoutNulls(request.body === undefined ? {} : request.body, spec.keepsNull);
  const early = spec.precheck?.(body);
  if (early) throw new Problem(early);
  const broken = new Map<string, BrokenRule>();
  const input = {
    params: parsed(spec.params, request.params, broken),
    query: parsed(spec.query, request.query, broken),
    body: parsed(spec.body, body, broken),
  };
  // a malformed id in the address cannot exist
  if ([...broken.keys()].some((path) => path in (request.params as object))) throw new Problem('NOT_FOUND');
  if (broken.size > 0) throw new Problem('VALIDATION_FAILED', broken);
  return input;
};

/** The endpoint that a method is mounted on. */
export const endpointOf = (context: Pick<ExecutionContext, 'getHandler'>): EndpointSpec =>
  Reflect.getMetadata(ENDPOINT, context.getHandler()) as EndpointSpec;
