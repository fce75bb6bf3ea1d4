import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { FILE_LIMITS, uploadsApi } from '@dosar/contracts';
import type { SealedBytes } from '@dosar/kernel/runtime';
import type { Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { PartialUploads, type Held, type PartialUpload } from './partial-uploads';
import { piecesOf } from './pieces';
import { bytesIn, checksumIn, mustSpeakTus, stateOf, type Checksum } from './tus';
import { UploadsUnderWay } from './uploads-under-way';
import { WholeUploads } from './whole-uploads';

/** More requests for one file only cost time. */
const MOST_PARTS = 2_000;

type Brought = {
  readonly offset: number;
  readonly bytes: AsyncIterable<Buffer>;
  /** null when it is not announced. */
  readonly announced: number | null;
  readonly checksum: Checksum | null;
};

export const appendUpload = useCase(uploadsApi.append, async ({ params }, context) => {
  const { request, reply } = context.exchange;
  mustSpeakTus(context.exchange);
  try {
    const { 'upload-length': _, ...said } = stateOf(await appended(context, params.id, broughtBy(request)));
    reply.headers(said);
  } catch (error) {
    // the remaining body is discarded, so that the client reads the answer
    request.raw.resume();
    throw error;
  }
});

/** @throws Problem for a violation of the protocol */
const broughtBy = ({ headers, raw }: FastifyRequest): Brought => {
  if (headers['content-type'] !== 'application/offset+octet-stream') throw new Problem('CONTENT_TYPE_UNSUPPORTED');
  return {
    offset: bytesIn(headers, 'upload-offset'),
    bytes: raw,
    announced: headers['content-length'] === undefined ? null : Number(headers['content-length']),
    checksum: checksumIn(headers),
  };
};

const leftOf = ({ partial }: Held): number => partial.length - partial.offset;

/** @throws Problem when it is not the next part, or more than is left */
const mustFit = (held: Held, { offset, announced }: Brought): void => {
  const { partial } = held;
  if (offset !== partial.offset || partial.fileId !== null) throw new Problem('CONFLICT');
  if ((announced ?? 0) > leftOf(held) || partial.parts.length >= MOST_PARTS) throw new Problem('PAYLOAD_TOO_LARGE');
};

const appended = async (context: UseCaseContext, id: string, brought: Brought): Promise<PartialUpload> => {
  const { call, use } = context;
  const held = await use(PartialUploads).must(call, id);
  mustFit(held, brought);
  const end = use(UploadsUnderWay).begin(call.caller.sessionId, brought.announced ?? leftOf(held));
  return (brought.checksum ? verifiedBytes(context, held, brought) : taken(context, held, brought)).finally(end);
};

/** Each full piece is stored at once: a broken connection loses only the piece under way. */
const taken = async (
  { call, installation, use }: UseCaseContext,
  start: Held,
  { bytes }: Brought,
): Promise<PartialUpload> => {
  let held = start;
  for await (const piece of piecesOf(bytes, FILE_LIMITS.chunk)) {
    const { partial } = held;
    const part = await put(installation, piece, partial.length - partial.offset);
    const offset = partial.offset + part.size;
    if (offset === partial.length) return use(WholeUploads).finish(call, held, [part]);
    held = await use(PartialUploads)
      .replace(held, { offset, parts: [...partial.parts, part] })
      .catch((error: unknown) => discarded(use(PartialUploads), part, error));
  }
  return held.partial;
};

/** All of it or nothing: without a matching hash the bytes are not trusted. */
const verifiedBytes = async (
  { call, installation, use }: UseCaseContext,
  held: Held,
  { bytes, checksum }: Brought,
): Promise<PartialUpload> => {
  const { algorithm, hash } = checksum!;
  const hashing = createHash(algorithm);
  const { partial } = held;
  const watched = async function* () {
    for await (const chunk of bytes) {
      hashing.update(chunk);
      yield chunk;
    }
  };
  const part = await put(installation, watched(), Math.min(partial.length - partial.offset, FILE_LIMITS.zip));
  if (!hashing.digest().equals(hash)) return discarded(use(PartialUploads), part, new Problem('CHECKSUM_MISMATCH'));
  const offset = partial.offset + part.size;
  if (offset === partial.length) return use(WholeUploads).finish(call, held, [part]);
  const next = { offset, parts: [...partial.parts, part] };
  return (
    await use(PartialUploads)
      .replace(held, next)
      .catch((error: unknown) => discarded(use(PartialUploads), part, error))
  ).partial;
};

/** @throws Problem when it exceeds the upload's length, or the connection breaks */
const put = async (installation: Installation, piece: AsyncIterable<Buffer>, most: number): Promise<SealedBytes> => {
  const bounded = async function* () {
    let size = 0;
    for await (const chunk of piece) {
      size += chunk.length;
      if (size > most) throw new Problem('PAYLOAD_TOO_LARGE');
      yield chunk;
    }
  };
  try {
    const { id, size, bytesKey } = await installation.documents.put(bounded());
    return { id, size, bytesKey };
  } catch (error) {
    throw isBroken(error) ? new Problem('MALFORMED_REQUEST') : error;
  }
};

const discarded = async (partials: PartialUploads, part: SealedBytes, error: unknown): Promise<never> => {
  await partials.discard([part]);
  throw error;
};

/** The connection broke during a body. */
const isBroken = (error: unknown) =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as { code?: string }).code ?? '');
