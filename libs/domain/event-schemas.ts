import { z } from 'zod';
import { personalClassOf } from '@dosar/kernel';
import { catalogues } from './registry';

/** The mark of personal members in the schemas, with the class whose envelope contains them. */
const MARK = 'x-personal';

/**
 * The JSON Schema of every event in its newest version, by category and type, for readers of a log without this code. A
 * marked member is in an envelope, and is read as null once its key is destroyed.
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

/** The text of the file beside FORMAT.md. */
export const eventSchemasText = (): string => `${JSON.stringify(eventSchemas(), null, 1)}\n`;
