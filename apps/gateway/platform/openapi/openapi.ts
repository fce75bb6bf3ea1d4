import {
  aboutCalls,
  api,
  FEATURES,
  isOffered,
  Problem,
  HEADER_WORDS,
  type EndpointSpec,
  type Feature,
  type HeaderName,
} from '@dosar/contracts';
import { KEY_LENGTH } from '../access/call';
import { answersOf, awaitsViews, HEADERS, isTagged, takesKey } from './openapi-answers';
import { Examples, exemplify } from './openapi-examples';
import { Schemas, takingNull, type Schema } from './openapi-schemas';
import { bodyLimitOf } from '../http/body-limits';
import { ruleOf } from '../access/policy';
import { aboutSockets, describedCall, eventsOfConsoles, socketEvents } from './openapi-words';

const text = { type: 'string' };

/** Headers of requests. */
const PARAMETERS: Readonly<Record<string, Schema>> = {
  'Idempotency-Key': {
    description: 'The same key with the same body does nothing again, and answers the same. It should be random.',
    schema: { type: 'string', minLength: KEY_LENGTH.min, maxLength: KEY_LENGTH.max },
  },
  'X-Correlation-Id': {
    description: 'A UUID that groups what this request causes with what other requests of the same person do.',
    schema: text,
  },
  'X-Consistency-Token': {
    description: 'The newest that an answer bore: what is read includes what was written then.',
    schema: text,
  },
  Prefer: { description: '`respond-async`: views are not waited for.', schema: text },
  'If-None-Match': { description: 'Tags of what the caller has already.', schema: text },
  Range: { description: 'One range of bytes; more than one are answered with the whole.', schema: text },
  'If-Range': { description: 'The range only while this is the tag, else the whole.', schema: text },
};

const asked = (...names: readonly (string | false)[]) =>
  names.filter((name) => name !== false).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const headersOf = (spec: EndpointSpec) =>
  asked(
    takesKey(spec) && 'Idempotency-Key',
    'X-Correlation-Id',
    'X-Consistency-Token',
    awaitsViews(spec) && 'Prefer',
    isTagged(spec) && 'If-None-Match',
    spec.sends === 'file' && 'Range',
    spec.sends === 'file' && 'If-Range',
  );

const parametersOf = (spec: EndpointSpec, place: 'path' | 'query', schemas: Schemas) => {
  const schema = place === 'path' ? spec.params : spec.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.inline(schema, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: description ?? schemas.saidBy(schema),
    schema,
  }));
};

/** A form: its fields, and its file. */
const formOf = (fields: Schema): Schema => ({
  type: 'object',
  required: ['file'],
  properties: {
    ...(fields['properties'] as Schema),
    file: {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: 'The part needs a file name: its extension says what it is.',
    },
  },
  additionalProperties: false,
});

/** Headers that only this endpoint reads. */
const readBy = ({ asks = {} }: EndpointSpec) =>
  Object.entries(asks).map(([name, need]) => ({
    name,
    in: 'header',
    required: need === 'required',
    description: HEADER_WORDS[name as HeaderName],
    schema: text,
  }));

const BYTES = {
  'application/offset+octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

const bodyOf = (spec: EndpointSpec, name: string, schemas: Schemas) => {
  if (spec.form) {
    const schema = schemas.named(`${name}Form`, spec.form, 'input', formOf);
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (spec.consumes === 'bytes') return { required: true, content: BYTES };
  if (!spec.body) return null;
  const schema = schemas.named(`${name}Body`, spec.body, 'input', takingNull);
  return { required: true, content: { 'application/json': { schema } } };
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

type Mounted = { readonly context: string; readonly call: string; readonly spec: EndpointSpec };

const operationOf = ({ context, call, spec }: Mounted, schemas: Schemas, isHead = false) => {
  const name = capital(context) + capital(call);
  const body = bodyOf(spec, name, schemas);
  return {
    operationId: `${context}.${call}${isHead ? '.head' : ''}`,
    summary: isHead ? `${spec.summary.replace(/\.$/, '')}: only what is said of it.` : spec.summary,
    description: describedCall(spec),
    tags: [context],
    'x-role': ruleOf(spec).allow,
    ...(ruleOf(spec).allow === 'everyone' && { security: spec.cookie === 'replaced' ? [{ refresh: [] }] : [] }),
    parameters: [
      ...parametersOf(spec, 'path', schemas),
      ...parametersOf(spec, 'query', schemas),
      ...headersOf(spec),
      ...readBy(spec),
    ],
    ...(body && { requestBody: body }),
    ...(spec.body && { 'x-body-limit': bodyLimitOf(spec) }),
    responses: answersOf(spec, name, schemas, isHead),
  };
};

const DESCRIPTION = `Documents and conversations of accounting firms and their clients.

This is version 1: fields are only added, and clients ignore what they do not know. Bodies are closed: an unknown field is
refused. In a body \`null\` is the same as leaving the field out. Every error is a \`Problem\`; the codes of each answer are
listed with it as \`x-codes\`; \`x-role\` is the lowest role that may make a call. A body of more bytes than \`x-body-limit\`, of
more than 32 levels, 1,000 fields or 20,000 values is \`413\`. A refusal names ten fields at most, and has 8 KiB at most.`;

/** The contract as OpenAPI 3.1, from the declarations and schemas that validate calls. */
export const openApi = (offered: readonly Feature[] = FEATURES) => {
  const schemas = new Schemas();
  const problem = schemas.named('Problem', Problem, 'output');
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const [context, calls] of Object.entries(api))
    for (const [call, spec] of Object.entries(calls) as [string, EndpointSpec][]) {
      if (!isOffered(offered, spec.features)) continue;
      const path = (paths[`/api${spec.path.replace(/:(\w+)/g, '{$1}')}`] ??= {});
      path[spec.method.toLowerCase()] = operationOf({ context, call, spec }, schemas);
      if (spec.sends !== undefined) path['head'] = operationOf({ context, call, spec }, schemas, true);
    }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Dosar',
      version: '1',
      description: `${DESCRIPTION}\n\n${aboutSockets(offered, (body, side) => schemas.inline(body, side))}`,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    security: [{ bearer: [] }],
    tags: Object.entries(aboutCalls).map(([name, description]) => ({ name, description })),
    paths,
    'x-socket-events': Object.fromEntries(
      socketEvents(offered).map(([event, body]) => [event, schemas.inline(body, 'output')]),
    ),
    'x-console-events': Object.fromEntries(
      eventsOfConsoles(offered).map(([event, body]) => [event, schemas.inline(body, 'input')]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refresh: { type: 'apiKey', in: 'cookie', name: 'dosar_refresh' },
      },
      parameters: Object.fromEntries(
        Object.entries(PARAMETERS).map(([name, rest]) => [name, { name, in: 'header', required: false, ...rest }]),
      ),
      headers: HEADERS,
      schemas: schemas.all,
    },
  };
  schemas.describeMembers(document);
  const examples = new Examples(schemas);
  schemas.all['Problem']!['examples'] = [examples.of(problem)];
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) exemplify(operation, examples);
  return document;
};
