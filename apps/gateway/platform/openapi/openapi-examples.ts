import { ID, OMITTED, VALUES } from './openapi-values';
import type { Schema, Schemas } from './openapi-schemas';

type Node = Schema & {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly default?: unknown;
};
/** What a member is called, and what it is in: the schema's name, and the member's that has it. */
type Place = { readonly name: string; readonly within: readonly string[] };

/** What a text without an example of its own may be: the first that its pattern takes. */
const TEXTS = ['48213', '2026-09', '08:00'];
const FORMATS: Readonly<Record<string, unknown>> = {
  'date-time': '2026-09-14T08:30:00.000Z',
  date: '2026-09-14',
  uuid: ID,
};
/** Folders in folders end. */
const DEEPEST = 8;

const singular = (name: string): string => name.replace(/s$/, '');
const isNull = ({ type }: Node): boolean => type === 'null';

/** Examples of what schemas describe, made of values that look like what they are called. */
export class Examples {
  constructor(private readonly schemas: Schemas) {}

  of(schema: Schema, { name, within }: Place = { name: '', within: [] }, depth = 0): unknown {
    const node = schema as Node;
    const keys = [...within.map((each) => `${each}.${name}`), name];
    const known = keys.find((key) => key in VALUES && this.fits(node, VALUES[key]));
    if (known !== undefined) return VALUES[known];
    if (node.examples) return node.examples[0];
    if (node.$ref !== undefined) {
      const place = { name, within: [node.$ref.split('/').at(-1)!, ...within] };
      return this.of(this.schemas.at(node.$ref), place, depth);
    }
    const choice = node.anyOf?.find((each) => !isNull(each));
    if (choice) return this.of(choice, { name, within }, depth);
    if (node.properties) return this.members(node, [...within.slice(0, 1), name], depth);
    if (node.items)
      return depth > DEEPEST ? [] : [this.of(node.items, { name: singular(name), within: [] }, depth + 1)];
    return this.single(node, name);
  }

  private members({ properties = {}, required = [] }: Node, within: readonly string[], depth: number): object {
    const isSaid = (name: string, schema: Node) =>
      !OMITTED.has(`${within[0]}.${name}`) && (required.includes(name) || !('const' in schema));
    const all = Object.entries(properties).filter(([name, schema]) => isSaid(name, schema));
    return Object.fromEntries(all.map(([name, schema]) => [name, this.of(schema, { name, within }, depth + 1)]));
  }

  private single(node: Node, name: string): unknown {
    const [type] = [node.type].flat();
    if ('const' in node) return node['const'];
    if (node.enum) return node.enum[0];
    if (node.default !== undefined) return node.default;
    if (type === 'integer' || type === 'number') return Math.max(node.minimum ?? 1, 1);
    if (type === 'boolean') return false;
    if (type === 'object') return {};
    if (node.format !== undefined && node.format in FORMATS) return FORMATS[node.format];
    const texts = /(^i|_i|I)d$/.test(name) ? [ID] : [...TEXTS, name];
    return texts.find((text) => this.fits(node, text)) ?? name;
  }

  private fits(node: Node, value: unknown): boolean {
    const types = [node.type ?? []].flat();
    if (node.$ref !== undefined) return this.fits(this.schemas.at(node.$ref), value);
    if (node.anyOf) return node.anyOf.some((each) => this.fits(each, value));
    if (node.enum) return node.enum.includes(value);
    if (node.examples || 'const' in node) return false;
    if (value === null) return types.includes('null');
    if (Array.isArray(value)) return node.items !== undefined && value.every((each) => this.fits(node.items!, each));
    if (typeof value === 'number') return types.includes('integer') || types.includes('number');
    if (typeof value === 'object') return types.includes('object') && !node.properties;
    if (typeof value !== 'string') return types.includes(typeof value);
    return types.includes('string') && node.format === undefined && new RegExp(node.pattern ?? '').test(value);
  }
}

type Parameter = { readonly name?: string; readonly schema?: Schema; example?: unknown };
type Body = { readonly content?: Readonly<Record<string, { readonly schema: Schema; example?: unknown }>> };
type Operation = {
  readonly parameters: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
};

/** Has every parameter of an operation, its body and the answer when it is done an example. */
export const exemplify = ({ parameters, requestBody, responses }: Operation, examples: Examples): void => {
  for (const parameter of parameters as readonly Parameter[])
    if (parameter.schema) parameter.example = examples.of(parameter.schema, { name: parameter.name ?? '', within: [] });
  const done = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  for (const body of [requestBody, ...done.map(([, answer]) => answer)] as readonly (Body | undefined)[]) {
    const json = body?.content?.['application/json'];
    if (json) json.example = examples.of(json.schema);
  }
};
