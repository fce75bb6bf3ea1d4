import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import * as contracts from '@dosar/contracts';
import { api, consoleEvents, liveEvents, schemaNames, type EndpointSpec } from '@dosar/contracts';
import { openApi } from './openapi';
import { ruleOf } from '../access/policy';

type Operation = {
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly 'x-body-limit'?: number;
  readonly parameters: readonly {
    readonly in: string;
    readonly name: string;
    readonly required: boolean;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, unknown>> }>
  >;
};
const document = openApi() as unknown as {
  readonly info: { readonly description: string };
  readonly paths: Record<string, Record<string, Operation>>;
};
const specs = Object.values(api).flatMap((calls) => Object.values(calls) as EndpointSpec[]);
const operationOf = ({ path, method }: EndpointSpec) =>
  document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]![method.toLowerCase()]!;

/** Every property of every schema in the document, and every parameter and header, with where it stands. */
const members = function* (value: unknown, place = ''): Generator<{ place: string; description: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value as Record<string, Record<string, unknown>>)) {
    const at = `${place}/${name}`;
    if (name === 'properties')
      for (const [property, schema] of Object.entries(each))
        yield { place: `${at}/${property}`, description: (schema as { description?: unknown }).description };
    if (['parameters', 'headers'].includes(name))
      for (const [key, part] of Object.entries(each as Record<string, { $ref?: string; description?: unknown }>))
        if (part.$ref === undefined) yield { place: `${at}/${key}`, description: part.description };
    yield* members(each, at);
  }
};
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as unknown;
const SENTENCE = /^[\p{Lu}\p{N}`+].*[.):]$/su;

describe('the description of the calls', () => {
  it('says of every property, parameter and header in a sentence what it is', () => {
    const all = [...members(JSON.parse(JSON.stringify(document)))];
    expect(all.length).toBeGreaterThan(700);
    const without = all.filter(({ description }) => typeof description !== 'string' || !SENTENCE.test(description));
    expect(without.map(({ place, description }) => `${place}: ${String(description)}`)).toEqual([]);
  });

  it('says of every call in sentences who may make it and what it does, and of every event of the sockets', () => {
    for (const spec of specs) {
      const { summary, description } = operationOf(spec);
      expect([spec.path, summary, description]).toEqual([spec.path, ...[SENTENCE, SENTENCE].map(matching)]);
    }
    const { info } = document;
    for (const [event, { description }] of [...Object.entries({ ...liveEvents, ...consoleEvents })]) {
      expect([event, description]).toEqual([event, matching(SENTENCE)]);
      expect(info.description).toContain(`- \`${event}\`: ${description}`);
    }
  });

  it('gives every object and every list of values a name that has one in the contract', () => {
    const seen = new Set<unknown>();
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      const { _zod, ...rest } = value as { _zod?: { def: object; parent?: unknown } };
      for (const each of _zod ? [...Object.values(_zod.def), _zod.parent] : Object.values(rest)) look(each);
    };
    for (const { reply } of specs) look(reply);
    const known = new Set<unknown>(Object.values(schemaNames));
    const nameless = Object.entries(contracts).filter(
      ([, value]) =>
        (value instanceof z.ZodObject || value instanceof z.ZodEnum) && seen.has(value) && !known.has(value),
    );
    expect(seen.size).toBeGreaterThan(500);
    expect(nameless.map(([name]) => name)).toEqual([]);
  });

  it('has an example of every parameter, body and answer in JSON, which the contract itself takes', () => {
    type Json = { readonly example?: unknown };
    const jsonOf = (of?: { readonly content?: Readonly<Record<string, unknown>> }) =>
      (of?.content?.['application/json'] as Json | undefined)?.example;
    const refused = (what: string, schema: z.ZodType, example: unknown) =>
      (schema.safeParse(example).error?.issues ?? []).map(
        ({ path, message }) => `${what} ${path.join('.')}: ${message}`,
      );
    // either of them alone
    const isMeant = ({ name, ...each }: Operation['parameters'][number]) =>
      each.in === 'query' && !['after', 'around'].includes(name);
    const faults = specs.flatMap((spec) => {
      const { parameters, requestBody, responses } = operationOf(spec);
      const query = parameters.filter(isMeant).map(({ name, example }) => [name, String(example)]);
      return [
        ...(spec.body ? refused(`${spec.path} body`, spec.body, jsonOf(requestBody)) : []),
        ...(spec.reply ? refused(`${spec.path} reply`, spec.reply, jsonOf(responses[spec.status])) : []),
        ...(spec.query ? refused(`${spec.path} query`, spec.query, Object.fromEntries(query)) : []),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('is OpenAPI 3.1', async () => {
    const found = await new Validator().validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
    expect(found).toEqual({ valid: true });
  });

  it('says of each who needs a token: all but those that everybody may make', () => {
    for (const spec of specs) {
      const isForAll = ruleOf(spec).allow === 'everyone';
      const byCookie = spec.cookie === 'replaced';
      const expected = isForAll ? (byCookie ? [{ refresh: [] }] : []) : undefined;
      expect([spec.path, operationOf(spec).security]).toEqual([spec.path, expected]);
    }
  });

  it('says of each in which form its body comes', () => {
    const formOf = ({ form, consumes, body }: EndpointSpec) => {
      if (form) return ['multipart/form-data'];
      if (consumes === 'bytes') return ['application/offset+octet-stream'];
      return body ? ['application/json'] : [];
    };
    for (const spec of specs) {
      const forms = Object.keys(operationOf(spec).requestBody?.content ?? {});
      expect([spec.path, forms]).toEqual([spec.path, formOf(spec)]);
    }
  });

  it('says of each how many bytes of JSON it takes, which are no more than 1 MiB', () => {
    for (const spec of specs) {
      const limit = operationOf(spec)['x-body-limit'];
      expect([spec.path, limit === undefined, (limit ?? 0) <= 1024 * 1024]).toEqual([spec.path, !spec.body, true]);
      if (spec.body) expect(operationOf(spec).responses['413']?.description).toContain('`PAYLOAD_TOO_LARGE`');
    }
  });

  it('says that a session is asked for of all but those that everybody may make', () => {
    for (const spec of specs) {
      const refused = operationOf(spec).responses['401']?.description ?? '';
      expect([spec.path, refused.includes('`SESSION_EXPIRED`')]).toEqual([
        spec.path,
        ruleOf(spec).allow !== 'everyone' || (spec.refuses ?? []).includes('SESSION_EXPIRED'),
      ]);
    }
  });

  it('has each part of an address as a parameter that must be given', () => {
    for (const spec of specs) {
      const names = [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const inPath = operationOf(spec).parameters.filter((each) => each.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(names);
      expect([spec.path, inPath.every(({ required }) => required)]).toEqual([spec.path, true]);
    }
  });

  it('asks for a part of a query only where the call needs it', () => {
    const inQuery = (spec: EndpointSpec, isRequired: boolean) =>
      operationOf(spec).parameters.filter((each) => each.in === 'query' && each.required === isRequired);
    const needs = (spec: EndpointSpec) => spec.query !== undefined && !spec.query.safeParse({}).success;
    const withQuery = specs.filter((spec) => spec.query);
    expect(withQuery.filter((spec) => inQuery(spec, false).length > 0).length).toBeGreaterThan(5);
    for (const spec of withQuery) expect([spec.path, inQuery(spec, true).length > 0]).toEqual([spec.path, needs(spec)]);
  });
});
