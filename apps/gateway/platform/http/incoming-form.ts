import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** One part of a form, as it comes in. A file is to be read before the next part. */
export type FormPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly filename: string; readonly file: Readable };

/** A form while it comes in. */
export type IncomingForm = {
  /** How many bytes it says that it has; null when it does not say. */
  readonly length: number | null;
  parts(limits: object): AsyncIterable<FormPart>;
  /** What is still coming is not read any further. */
  abandon(): void;
};

export const incomingForm = (request: FastifyRequest): IncomingForm => ({
  length: request.headers['content-length'] ? Number(request.headers['content-length']) : null,
  async *parts(limits) {
    for await (const part of request.parts({ limits })) {
      // a part may come without a name, whatever its type says
      const name = (part.fieldname as string | undefined) ?? '';
      yield part.type === 'field'
        ? { name, value: String(part.value) }
        : { name, filename: part.filename ?? '', file: part.file };
    }
  },
  abandon() {
    request.raw.unpipe();
    request.raw.resume();
  },
});
