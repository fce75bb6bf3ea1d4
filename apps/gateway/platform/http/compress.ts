import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Compressing less costs more than it saves. */
const FROM_BYTES = 1024;
/** A low quality saves most of what is possible, in a tenth of the time. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;
const JSON_TYPE = /^application\/json\b/;
/** Responses with a token beside attacker-chosen text are not compressed, since their length would leak it. */
const SECRET = '/api/auth/';

const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

/** Runs outside the event loop. */
const packers = {
  br: (bytes: Buffer) =>
    byBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => byGzip(bytes, { level: GZIP_LEVEL }),
} as const;
type Coding = keyof typeof packers;
const CODINGS = Object.keys(packers) as Coding[];

/** Responses sent often are cached as buffers, and are compressed once for as long as these are. */
const packed: Readonly<Record<Coding, WeakMap<Buffer, Promise<Buffer>>>> = { br: new WeakMap(), gzip: new WeakMap() };

const packedAs = (coding: Coding, body: string | Buffer): Promise<Buffer> => {
  if (typeof body === 'string') return packers[coding](Buffer.from(body));
  const known = packed[coding].get(body);
  if (known) return known;
  const made = packers[coding](body);
  packed[coding].set(body, made);
  return made;
};

const codingOf = ({ method, url, headers }: FastifyRequest): Coding | null => {
  const accepted = headers['accept-encoding'];
  if (method === 'HEAD' || typeof accepted !== 'string' || url.startsWith(SECRET)) return null;
  return negotiate(accepted, CODINGS);
};

const isPackable = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  payload.length >= FROM_BYTES &&
  reply.statusCode < 300 &&
  JSON_TYPE.test(String(reply.getHeader('content-type')));

/** Compresses long JSON responses for clients that accept it. Files are sent as they are. */
export const compressJson = (fastify: FastifyInstance): void => {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const tag = reply.getHeader('etag');
    const isLong = isPackable(reply, payload);
    if (isLong || (reply.statusCode === 304 && tag !== undefined)) void reply.header('vary', 'accept-encoding');
    const coding = isLong ? codingOf(request) : null;
    if (coding === null) return done(null, payload);
    packedAs(coding, payload as string | Buffer).then((bytes) => {
      void reply.header('content-encoding', coding);
      // the same content in other bytes: a weak tag
      if (typeof tag === 'string' && !tag.startsWith('W/')) void reply.header('etag', `W/${tag}`);
      done(null, bytes);
    }, done);
  });
};
