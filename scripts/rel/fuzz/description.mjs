// /api/openapi.json as a judge: what may be sent, and whether an answer is one that it describes.
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Bodies that are no fields, but bytes as they come. */
const BYTES = 'application/offset+octet-stream';
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head'];
/** Headers of ours: one that is not described for its answer is not to be there. */
const OURS =
  /^(x-correlation-id|x-consistency-token|x-stale|etag|retry-after|set-cookie|content-range|content-disposition|accept-ranges|location)$/;
const pointer = (...parts) => parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

const explained = (validate) =>
  (validate.errors ?? []).slice(0, 3).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);

export const described = (document) => {
  const ajv = new Ajv2020.default({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'dosar', ...document });
  const at = (...place) => ajv.compile({ $ref: `dosar#/${pointer(...place)}` });
  const resolved = (value) =>
    value.$ref
      ? value.$ref
          .slice(2)
          .split('/')
          .reduce((inner, part) => inner[part], document)
      : value;

  const answerOf = (place, answer) => {
    const [media] = Object.keys(answer.content ?? {});
    return {
      media: media ?? null,
      validate: media === 'application/json' ? at(...place, 'content', media, 'schema') : null,
      codes: answer['x-codes'] ?? null,
      headers: Object.entries(answer.headers ?? {}).map(([name, header]) => ({
        name: name.toLowerCase(),
        isRequired: resolved(header).required === true,
        validate: ajv.compile(resolved(header).schema),
      })),
    };
  };
  const bodyOf = (place, operation) => {
    const [media, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    if (!media || media === BYTES) return null;
    return {
      isForm: media === 'multipart/form-data',
      schema: resolved(content.schema),
      validate: at(...place, 'requestBody', 'content', media, 'schema'),
    };
  };

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => {
      const operation = methods[method];
      const place = ['paths', path, method];
      const parameters = operation.parameters.map(resolved);
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        role: operation['x-role'],
        params: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
        query: parameters
          .filter((each) => each.in === 'query')
          .map(({ name, required, schema }) => ({
            name,
            required,
            schema: resolved(schema),
            validate: ajv.compile(absolute(schema)),
          })),
        headers: parameters.filter((each) => each.in === 'header').map(({ name }) => name),
        body: bodyOf(place, operation),
        limit: operation['x-body-limit'],
        answers: new Map(
          Object.entries(operation.responses).map(([status, answer]) => [
            Number(status),
            answerOf([...place, 'responses', status], answer),
          ]),
        ),
      };
    }),
  );
  const events = new Map(
    Object.entries(document['x-socket-events']).map(([name, schema]) => [name, ajv.compile(absolute(schema))]),
  );
  return {
    operations: new Map(operations.map((each) => [each.id, each])),
    events,
    resolved,
    faults: closedness(operations),
  };
};

/** References of a part as seen from outside of the document. */
const absolute = (schema) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"dosar#/'));

/** The contract closes bodies: a description that leaves one open describes something else. */
const closedness = (operations) =>
  operations
    .filter(({ body }) => body && body.schema.additionalProperties !== false)
    .map(({ id }) => `${id}: its body is described as open`);

/** Whether the description takes this call. An address takes words only. */
export const isDescribed = (operation, { query = {}, body }) =>
  operation.query.every(({ name, required, schema, validate }) => {
    if (query[name] === undefined) return !required;
    const isNumber = schema.type === 'integer' || schema.type === 'number';
    return validate(isNumber && /^-?\d+(\.\d+)?$/.test(query[name]) ? Number(query[name]) : query[name]);
  }) &&
  (!operation.body || operation.body.isForm || operation.body.validate(body));

/** @returns what of an answer the description does not know. */
export const strangeIn = (operation, { status, headers, text, body }) => {
  const answer = operation.answers.get(status);
  if (!answer) return [`answers ${status}, which is not described`];
  const strange = [];
  for (const { name, isRequired, validate } of answer.headers) {
    const value = headers.get(name);
    if (value === null && isRequired) strange.push(`${status} has no ${name}`);
    if (value !== null && !validate(value)) strange.push(`${status} has ${name}: ${value}`);
  }
  for (const [name] of headers)
    if (OURS.test(name) && !answer.headers.some((each) => each.name === name))
      strange.push(`${status} has ${name}, which is not described`);
  const type = headers.get('content-type');
  if (answer.media === null && text !== '') strange.push(`${status} has a body`);
  if (answer.media === 'application/json' && !type?.startsWith('application/json'))
    strange.push(`${status} is of type ${type}`);
  if (answer.validate && !answer.validate(body)) strange.push(`${status}: ${explained(answer.validate).join('; ')}`);
  if (answer.codes && !answer.codes.includes(body?.code))
    strange.push(`${status} bears ${body?.code}, which is not described`);
  if (answer.codes && body?.correlation_id !== headers.get('x-correlation-id'))
    strange.push(`${status}: the body bears another correlation than the header`);
  return strange;
};
