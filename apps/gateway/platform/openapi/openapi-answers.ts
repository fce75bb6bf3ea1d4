import { z } from 'zod';
import { HEADER_WORDS, PROBLEMS, type EndpointSpec, type HeaderName, type ProblemCode } from '@dosar/contracts';
import { ruleOf } from '../access/policy';
import type { Schema, Schemas } from './openapi-schemas';

export type Answer = {
  readonly description: string;
  readonly headers: Readonly<Record<string, Schema>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  /** The codes of a refusal. */
  readonly 'x-codes'?: readonly ProblemCode[];
};

const text = { type: 'string' };
const REQUIRED = { required: true };

/** Headers of responses. */
export const HEADERS: Readonly<Record<string, Schema>> = {
  'X-Correlation-Id': {
    ...REQUIRED,
    description: 'Groups what the request caused; errors and logs bear it, too.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Consistency-Token': {
    description: 'To be sent with later requests, which then see what this one has written.',
    schema: text,
  },
  'X-Stale': {
    description: 'What was read may be older than what was written before.',
    schema: { const: 'true', type: 'string' },
  },
  'Cache-Control': { ...REQUIRED, description: 'Who may keep the answer.', schema: text },
  ETag: { ...REQUIRED, description: 'What is read, by a tag that changes with it.', schema: text },
  'Content-Encoding': {
    description: 'How a long answer in JSON is packed, for whoever takes it so; its tag is then a weak one.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
  Vary: { description: 'What else an answer depends on.', schema: text },
  'Retry-After': {
    ...REQUIRED,
    description: 'Seconds after which it may be tried again.',
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
  'Tus-Version': { ...REQUIRED, description: 'The versions of the protocol that are spoken.', schema: text },
  'Set-Cookie': { description: 'The refresh cookie, which only `/api/auth` is sent.', schema: text },
  'Accept-Ranges': {
    ...REQUIRED,
    description: 'Parts of the file may be asked for.',
    schema: { const: 'bytes', type: 'string' },
  },
  'Content-Range': {
    ...REQUIRED,
    description: 'Which bytes of how many.',
    schema: { type: 'string', pattern: '^bytes ' },
  },
  'Content-Disposition': {
    ...REQUIRED,
    description: 'The name of the file, in the form for old readers and the one of RFC 8187.',
    schema: { type: 'string', pattern: '^attachment; ' },
  },
};

const headers = (...names: readonly (string | false)[]): Record<string, Schema> =>
  Object.fromEntries(
    names.filter((name) => name !== false).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

export const isTagged = ({ method, view, isTagged }: EndpointSpec) =>
  method === 'GET' && (isTagged ?? view !== undefined);
const READS = new Set<EndpointSpec['method']>(['GET', 'HEAD', 'OPTIONS']);
const isWrite = ({ method }: EndpointSpec) => !READS.has(method);
/**
 * Endpoints of signing in take no key, since their tokens must not be given twice. An upload is identified by its address,
 * and a mark of what was read is the same however often it is set.
 */
export const takesKey = (spec: EndpointSpec) => awaitsViews(spec) && spec.path !== '/reads';
/** Their views are waited for, if that is wanted. */
export const awaitsViews = (spec: EndpointSpec) => isWrite(spec) && !/^\/(auth|uploads)\/./.test(spec.path);

/** Headers of this endpoint only. */
const toldBy = ({ tells = {} }: EndpointSpec): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(tells).map(([name, when]) => [
      name,
      { ...(when === 'always' && REQUIRED), description: HEADER_WORDS[name as HeaderName], schema: text },
    ]),
  );

/** Only administrators look with the rights of somebody else. */
export const takesAs = ({ query }: EndpointSpec): boolean => query instanceof z.ZodObject && 'as' in query.shape;

/** All codes of an endpoint's refusals: its own, and those of all endpoints of its kind. */
const codesOf = (spec: EndpointSpec): ReadonlySet<ProblemCode> => {
  const { allow, rate, auditor } = ruleOf(spec);
  // auditors are closed out of all that is not opened to them
  const isOpenToAll = allow === 'everyone' || (allow === 'user' && auditor === 'own');
  const has = spec.query ?? spec.body ?? spec.form;
  const when = (isSo: unknown, ...codes: ProblemCode[]) => (isSo ? codes : []);
  return new Set<ProblemCode>([
    ...(spec.refuses ?? []),
    ...when(isWrite(spec), 'MALFORMED_REQUEST', 'PAYLOAD_TOO_LARGE', 'CONFLICT'),
    ...when(allow !== 'everyone', 'AUTHENTICATION_REQUIRED', 'SESSION_EXPIRED', 'INVALID_TOKEN', 'ACCOUNT_INACTIVE'),
    ...when(!isOpenToAll || takesAs(spec), 'ACCESS_DENIED'),
    ...when(spec.params, 'NOT_FOUND'),
    ...when(has, 'VALIDATION_FAILED'),
    ...when(takesKey(spec), 'VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED'),
    ...when(rate, 'TOO_MANY_REQUESTS'),
    'INTERNAL_ERROR',
    'UNAVAILABLE',
  ]);
};

const refusalsOf = (spec: EndpointSpec, isHead: boolean): Record<string, Answer> => {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codesOf(spec)) byStatus.set(PROBLEMS[code], [...(byStatus.get(PROBLEMS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: headers(
          'X-Correlation-Id',
          'X-Consistency-Token',
          'X-Stale',
          'Cache-Control',
          (status === 429 || status === 503) && 'Retry-After',
          status === 412 && 'Tus-Version',
          spec.cookie === 'replaced' && 'Set-Cookie',
        ),
        ...(!isHead && {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          'x-codes': codes,
        }),
      },
    ]),
  );
};

const BYTES = { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } };
const ALWAYS = ['X-Correlation-Id', 'X-Consistency-Token', 'X-Stale', 'Cache-Control'] as const;

/** Headers of JSON responses that may be compressed. */
const PACKED = ['Content-Encoding', 'Vary'] as const;

const ofFile = (isHead: boolean): Record<string, Answer> => {
  const said = [...ALWAYS, 'ETag', 'Accept-Ranges', 'Content-Disposition'];
  const content = isHead ? {} : { content: BYTES };
  return {
    200: { description: 'The whole file', headers: headers(...said), ...content },
    206: { description: 'The range of it that was asked for', headers: headers(...said, 'Content-Range'), ...content },
    416: {
      description: 'No such range: `Content-Range` says how long it is',
      headers: headers(...ALWAYS, 'Accept-Ranges', 'Content-Range'),
    },
  };
};

const MADE = {
  archive: { description: 'The archive', types: ['application/zip'] },
  export: { description: 'The export', types: ['text/csv', 'application/x-ndjson', 'application/pdf'] },
  metrics: { description: 'The measures', types: ['text/plain'] },
} as const;

/** What is made while it is sent. */
const ofMade = (what: keyof typeof MADE, isHead: boolean): Record<string, Answer> => ({
  200: {
    description: MADE[what].description,
    headers: headers(...ALWAYS, what !== 'metrics' && 'Content-Disposition'),
    ...(!isHead && {
      content: Object.fromEntries(MADE[what].types.map((type) => [type, { schema: BYTES['*/*'].schema }])),
    }),
  },
});

/** All responses of an endpoint, by status. */
export const answersOf = (
  spec: EndpointSpec,
  name: string,
  schemas: Schemas,
  isHead = false,
): Record<string, Answer> => {
  if (spec.sends === 'file') return { ...ofFile(isHead), ...refusalsOf(spec, isHead) };
  if (spec.sends) return { ...ofMade(spec.sends, isHead), ...refusalsOf(spec, isHead) };
  const content = spec.reply && {
    content: { 'application/json': { schema: schemas.named(`${name}Reply`, spec.reply, 'output') } },
  };
  const tag = isTagged(spec) && 'ETag';
  const done = { ...headers(...ALWAYS, ...PACKED, tag, spec.cookie !== undefined && 'Set-Cookie'), ...toldBy(spec) };
  const also = Object.entries(spec.also ?? {}).map(([status, description]) => [
    status,
    { description, headers: headers(...ALWAYS, ...PACKED), ...content },
  ]);
  return {
    ...refusalsOf(spec, spec.method === 'HEAD'),
    [spec.status]: { description: 'Done', headers: done, ...content },
    ...(tag && { 304: { description: 'Nothing has changed since', headers: headers(...ALWAYS, 'Vary', 'ETag') } }),
    ...(Object.fromEntries(also) as Record<string, Answer>),
  };
};
