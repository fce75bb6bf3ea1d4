import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** A part of a form being received. A file must be read before the next part. */
export type FormPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly filename: string; readonly file: Readable };

/** A form being received. */
export type IncomingForm = {
  /** The announced bytes; null when unknown. */
  readonly length: number | null;
  parts(limits: object): AsyncIterable<FormPart>;
  /** Stops reading. */
  abandon(): void;
};

export const incomingForm = (request: FastifyRequest): IncomingForm => ({
  length: request.headers['content-length'] ? Number(request.headers['content-length']) : null,
  async *parts(limits) {
    for await (const part of request.parts({ limits })) {
      // a part may lack a name, although the type says otherwise
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
