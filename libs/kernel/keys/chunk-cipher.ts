import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Damaged } from '../model/damage';

/**
 * How many bytes of a document are sealed together; the last chunk has the remainder, and an empty document has one
 * empty chunk.
 */
export const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;

/** The bytes of a document are not those that were sealed: changed, moved, exchanged or cut, or not there. */
export class DamagedBytes extends Damaged {}

/** How many chunks a document of that size has. */
const chunksOf = (size: number): number => Math.max(1, Math.ceil(size / CHUNK_BYTES));

/** The encrypted size of a document of that size. */
export const sealedSizeOf = (size: number): number => size + chunksOf(size) * TAG_BYTES;

/**
 * A key encrypts one document only, so number and last flag make a nonce unique. The last flag reveals a document that
 * was cut.
 */
const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 5);
  nonce.writeUInt32BE(number, NONCE_BYTES - 4);
  return nonce;
};

const sealed = (key: Buffer, number: number, isLast: boolean, plain: Buffer): readonly Buffer[] => {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast));
  const bytes = cipher.update(plain);
  cipher.final();
  return [bytes, cipher.getAuthTag()];
};

/** @throws when it is not what was encrypted as this chunk */
const opened = (key: Buffer, number: number, isLast: boolean, chunk: Buffer): Buffer => {
  const tag = chunk.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(chunk.subarray(tag));
  const plain = decipher.update(chunk.subarray(0, tag));
  decipher.final();
  return plain;
};

/**
 * Encrypts a document as it is received, under a key used for nothing else. It does not hold on to the buffers passed
 * in.
 */
export const chunkSealer = (key: Buffer) => {
  const waiting = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let length = 0;
  let number = 0;
  const seal = (plain: Buffer, isLast: boolean) => sealed(key, number++, isLast, plain);
  return {
    /**
     * @returns the chunks that are complete; the newest bytes wait, since it is not known yet whether they are the
     * last.
     */
    push(bytes: Buffer): Buffer[] {
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length;) {
        if (length === CHUNK_BYTES) {
          out.push(...seal(waiting, false));
          length = 0;
        }
        if (length === 0 && bytes.length - at > CHUNK_BYTES) {
          out.push(...seal(bytes.subarray(at, at + CHUNK_BYTES), false));
          at += CHUNK_BYTES;
          continue;
        }
        const copied = bytes.copy(waiting, length, at);
        at += copied;
        length += copied;
      }
      return out;
    },
    end: (): readonly Buffer[] => seal(waiting.subarray(0, length), true),
  };
};

/** A range of a document's bytes, both ends included. */
type Span = { readonly start: number; readonly end: number };

/** The range of encrypted bytes whose chunks contain these bytes of the document. */
export const sealedSpanOf = (size: number, { start, end }: Span): Span => {
  const last = Math.floor(end / CHUNK_BYTES);
  return {
    start: Math.floor(start / CHUNK_BYTES) * SEALED_BYTES,
    end: Math.min((last + 1) * SEALED_BYTES, sealedSizeOf(size)) - 1,
  };
};

/**
 * Decrypts a document of that size, or the chunks that contain a range of it, as they are read. The last chunk is
 * delivered only at the end, once it is certain that nothing follows it.
 */
export const chunkOpener = (key: Buffer, size: number, span: Span | null = null) => {
  const all = chunksOf(size);
  const [first, last] = span
    ? [Math.floor(span.start / CHUNK_BYTES), Math.floor(span.end / CHUNK_BYTES)]
    : [0, all - 1];
  /** The part of a chunk that lies within the span. */
  const wanted = (number: number, plain: Buffer): Buffer => {
    if (!span) return plain;
    const from = number * CHUNK_BYTES;
    return plain.subarray(Math.max(0, span.start - from), Math.min(plain.length, span.end + 1 - from));
  };
  const lengthOf = (number: number) => (number < all - 1 ? SEALED_BYTES : size - (all - 1) * CHUNK_BYTES + TAG_BYTES);
  const open = (number: number, chunk: Buffer): Buffer => {
    try {
      return wanted(number, opened(key, number, number === all - 1, chunk));
    } catch (error) {
      throw new DamagedBytes(`chunk ${number} is not what was sealed there`, { cause: error });
    }
  };
  let number = first;
  let length = 0;
  let waiting: Buffer | null = null;
  let held: Buffer | null = null;

  /** The next chunk, once it is complete. @returns how far the bytes were read */
  const take = (bytes: Buffer, at: number): readonly [chunk: Buffer | null, at: number] => {
    const needed = lengthOf(number);
    if (length === 0 && bytes.length - at >= needed) return [bytes.subarray(at, at + needed), at + needed];
    waiting ??= Buffer.allocUnsafeSlow(SEALED_BYTES);
    const copied = bytes.copy(waiting, length, at, at + Math.min(bytes.length - at, needed - length));
    length += copied;
    if (length < needed) return [null, at + copied];
    length = 0;
    return [waiting.subarray(0, needed), at + copied];
  };

  return {
    /** @throws DamagedBytes */
    push(bytes: Buffer): Buffer[] {
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length;) {
        if (number > last) throw new DamagedBytes('there is more than was sealed');
        const [chunk, next] = take(bytes, at);
        at = next;
        if (!chunk) break;
        const plain = open(number, chunk);
        if (number === last) held = plain;
        else out.push(plain);
        number += 1;
      }
      return out;
    },
    /** @throws DamagedBytes */
    end(): Buffer {
      if (held === null) throw new DamagedBytes(`chunk ${number} of ${all} is missing or cut`);
      return held;
    },
  };
};
