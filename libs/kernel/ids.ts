import { createHash, createHmac, randomFillSync, randomUUID } from 'node:crypto';

const text = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;

const stamped = (bytes: Buffer, version: number) => {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return text(bytes.toString('hex', 0, 16));
};

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
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

const namespace = Buffer.from('d05a0000b5f14d5c9b0fd05a5ea1ed1d', 'hex');

/** UUIDv5 (RFC 9562) in Dosar's namespace: the same parts give the same id, everywhere and for ever. */
export const derivedId = (...parts: readonly (string | number)[]): string =>
  stamped(createHash('sha1').update(namespace).update(parts.join('\u0000')).digest(), 5);

/** The id of an event: whoever reads its record can compute it again. */
export const eventIdOf = (commandId: string, stream: string, revision: number): string =>
  derivedId(commandId, stream, revision);

/** HMAC-SHA-256 of parts with U+0000 between them. */
export const hmacOf = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(parts.join('\u0000')).digest();

export const hmac = (key: Buffer, ...parts: readonly string[]): string => hmacOf(key, ...parts).toString('base64url');
