import { z } from 'zod';
import { schemaNames } from '@dosar/contracts';

export type Schema = Record<string, unknown>;
/** Of requests or of responses: defaults, transforms and openness differ. */
type Side = 'input' | 'output';

for (const [id, schema] of Object.entries(schemaNames))
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });

const PLACE = '#/components/schemas/';

/** Sets openness, and removes keywords without meaning. */
const tidy = (schema: Schema, side: Side): void => {
  // clients ignore unknown fields: fields are only added
  if (side === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  // in an address `true` and `false` are text
  if (schema['type'] === 'string' && typeof schema['default'] === 'boolean')
    schema['default'] = String(schema['default']);
};

type Described = {
  readonly description?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
};

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The schemas of the contract as JSON Schema, by name. */
export class Schemas {
  readonly all: Record<string, Schema> = {};

  /** An inline schema, with references to its named parts. */
  inline(schema: z.ZodType, side: Side): Schema {
    const override = ({ jsonSchema }: { jsonSchema: object }) => tidy(jsonSchema as Schema, side);
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io: side, unrepresentable: 'any', override });
    const parts = Object.entries($defs).map(([name, { id: _id, ...part }]) => ({
      name,
      part,
      own: this.nameFor(name, part, side),
    }));
    const placed = (value: Schema): Schema =>
      JSON.parse(
        JSON.stringify(value).replace(
          /"#\/\$defs\/([^"]+)"/g,
          (_found, name: string) => `"${PLACE}${parts.find((each) => each.name === name)!.own}"`,
        ),
      ) as Schema;
    for (const { own, part } of parts) this.all[own] = placed(part);
    return placed(root);
  }

  /** A reference to a schema under this name, or under its own. */
  named(name: string, schema: z.ZodType, side: Side, change: (schema: Schema) => Schema = (same) => same): Schema {
    const inline = this.inline(schema, side);
    if (typeof inline['$ref'] === 'string') return inline;
    this.all[name] = change(inline);
    return { $ref: PLACE + name };
  }

  /** The schema that is referred to. */
  at($ref: string): Schema {
    return this.all[$ref.slice(PLACE.length)]!;
  }

  /** What a schema says of itself, or the one that it is made of, if it is made of one. */
  saidBy(schema: Schema): string | undefined {
    const { description, $ref, anyOf = [], items } = schema as Described;
    if (description !== undefined) return description;
    if ($ref !== undefined) return this.saidBy(this.at($ref));
    const each = items && this.saidBy(items);
    if (each !== undefined) return `Each: ${uncapitalized(each)}`;
    const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
    return only && others.length === 0 ? this.saidBy(only) : undefined;
  }

  /** Has every property in this say what it is, also where only the schema says it that it refers to. */
  describeMembers(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (key === 'properties')
        for (const property of Object.values(each as Record<string, Schema>)) {
          const description = this.saidBy(property);
          if (description !== undefined) property['description'] = description;
        }
      this.describeMembers(each);
    }
  }

  /** A schema whose request and response forms differ has a name for each. */
  private nameFor(name: string, part: Schema, side: Side): string {
    const text = (schema: Schema) => JSON.stringify(schema).replaceAll(PLACE, '#/$defs/');
    const known = this.all[name];
    return side === 'input' && known && text(known) !== text(part) ? `${name}Input` : name;
  }
}

/** In a body null is the same as absent: optional fields accept it. */
export const takingNull = (body: Schema): Schema => {
  const { properties = {}, required = [] } = body as { properties?: Record<string, Schema>; required?: string[] };
  const takes = ([name, schema]: [string, Schema]) => {
    const isTaken = required.includes(name) || JSON.stringify(schema).includes('{"type":"null"}');
    return [name, isTaken ? schema : { anyOf: [schema, { type: 'null' }] }];
  };
  return { ...body, properties: Object.fromEntries(Object.entries(properties).map(takes)) };
};
