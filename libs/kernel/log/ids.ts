import { hash, randomFillSync, randomUUID } from 'node:crypto';
import { hmacSha256 } from '../keys/hmac';

const VARIANT = '89ab';

/** A digest in hexadecimal as a UUID of version 5: its first sixteen bytes. */
const uuidV5 = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${VARIANT[parseInt(hex[16]!, 16) & 3]}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

const pool = Buffer.allocUnsafe(4096);
let used = pool.length;

/** Random bytes from a pool: one system call for many small draws. */
export const randomOf = (size: number): Buffer => {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const drawn = Buffer.from(pool.subarray(used, used + size));
  used += size;
  return drawn;
};

/** UUIDv7 (RFC 9562): milliseconds first, so ids sort by the time they were made. */
export const newId = (now: number = Date.now()): string => {
  if (now !== begun.at) {
    const time = now.toString(16).padStart(12, '0');
    begun = { at: now, text: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  return begun.text + randomUUID().slice(15);
};
/** The beginning of ids made in this millisecond. */
let begun = { at: -1, text: '' };

const namespace = Buffer.from('d05a0000b5f14d5c9b0fd05a5ea1ed1d', 'hex');

/** UUIDv5 (RFC 9562) in Dosar's namespace: the same parts give the same id, everywhere and for ever. */
export const derivedId = (...parts: readonly (string | number)[]): string =>
  uuidV5(hash('sha1', Buffer.concat([namespace, Buffer.from(parts.join('\u0000'))])));

/** The id of an event: a reader of its record can compute it again. */
export const eventIdOf = (commandId: string, stream: string, revision: number): string =>
  derivedId(commandId, stream, revision);

/** HMAC-SHA-256 of parts with U+0000 between them. */
export const hmacOf = (key: Buffer, ...parts: readonly string[]): Buffer =>
  Buffer.from(hmacSha256(key, parts.join('\u0000'), 'binary'), 'binary');

export const hmac = (key: Buffer, ...parts: readonly string[]): string =>
  hmacSha256(key, parts.join('\u0000'), 'base64url');
