import { z } from 'zod';
import { personalClassOf } from '@dosar/kernel';
import { catalogues } from './registry';

/** How a personal member is marked in the schemas: with the class whose envelope it stands in. */
const MARK = 'x-personal';

/**
 * What every event says, as JSON Schema, for whoever reads a log without this code: by its stream's kind and its type, in the
 * version that is written now. A member with the mark stands in an envelope, and reads as null once its key is destroyed.
 */
export const eventSchemas = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  Object.fromEntries(
    catalogues.map(({ category, shapes }) => [
      category,
      Object.fromEntries(
        Object.entries(shapes).map(([type, { version, schema }]) => [
          type,
          {
            version,
            data: z.toJSONSchema(schema, {
              override: ({ zodSchema, jsonSchema }) => {
                const personal = personalClassOf(zodSchema as unknown as z.ZodType);
                if (personal) jsonSchema[MARK] = personal;
              },
            }),
          },
        ]),
      ),
    ]),
  );

/** The file beside FORMAT.md. */
export const eventSchemasText = (): string => `${JSON.stringify(eventSchemas(), null, 1)}\n`;
