import { z } from 'zod';
import { api, Problem, type EndpointSpec } from '@dosar/contracts';
import { ruleOf } from './policy';

type Schema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  return rest;
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const UPLOAD: Schema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', format: 'binary' },
    client_id: { type: 'string' },
    folder_id: { type: 'string' },
    from_chat: { type: 'string', enum: ['true', 'false'] },
  },
};

const bodyOf = (spec: EndpointSpec) => {
  if (spec.consumes === 'multipart') return { required: true, content: { 'multipart/form-data': { schema: UPLOAD } } };
  return spec.body && { required: true, content: { 'application/json': { schema: schemaOf(spec.body, 'input') } } };
};

const HEADERS = [
  ['Idempotency-Key', 'The same key with the same body does nothing again.'],
  ['X-Correlation-Id', 'A UUID that groups what this request causes.'],
  ['X-Consistency-Token', 'The newest token: what is read includes what was written with it.'],
].map(([name, description]) => ({ name, in: 'header', required: false, description, schema: { type: 'string' } }));

const operationOf = (context: string, name: string, spec: EndpointSpec) => {
  const body = bodyOf(spec);
  return {
    operationId: `${context}.${name}`,
    summary: spec.summary,
    tags: [context],
    ...(ruleOf(spec).allow === 'everyone' && { security: [] }),
    parameters: [
      ...parametersOf(spec.params, 'path'),
      ...parametersOf(spec.query, 'query'),
      ...(spec.method === 'GET' ? HEADERS.slice(1) : HEADERS),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [spec.status]: {
        description: 'Done',
        ...(spec.reply && { content: { 'application/json': { schema: schemaOf(spec.reply, 'output') } } }),
      },
      default: {
        description: 'An error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
};

/** The contract as OpenAPI 3.1, from the schemas that the calls are checked with. */
export const openApi = () => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [context, calls] of Object.entries(api))
    for (const [name, spec] of Object.entries(calls) as [string, EndpointSpec][]) {
      const path = `/api${spec.path.replace(/:(\w+)/g, '{$1}')}`;
      (paths[path] ??= {})[spec.method.toLowerCase()] = operationOf(context, name, spec);
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dosar',
      version: '1',
      description: 'Documents and conversations of accounting firms and their clients.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  };
};
