import { hash } from 'node:crypto';

/** Sizes of RFC 2104 for SHA-256. */
const BLOCK = 64;
const DIGEST = 32;
const outer = Buffer.alloc(BLOCK + DIGEST);
const short = Buffer.alloc(BLOCK + 512);

/**
 * HMAC-SHA-256 (RFC 2104) of a text by two plain hashes: an `Hmac` of Node.js has a finalizer, and each record needs
 * four HMACs to be opened. Digests as `binary`, one character a byte, take half as long as buffers.
 */
export const hmacSha256 = (key: Buffer, text: string, as: 'binary' | 'base64url'): string => {
  const secret = key.length > BLOCK ? hash('sha256', key, 'buffer') : key;
  const length = BLOCK + Buffer.byteLength(text);
  const inner = length > short.length ? Buffer.allocUnsafe(length) : short;
  for (let at = 0; at < BLOCK; at += 1) {
    const byte = at < secret.length ? secret[at]! : 0;
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  inner.write(text, BLOCK);
  outer.write(hash('sha256', inner.subarray(0, length), 'binary'), BLOCK, 'binary');
  return hash('sha256', outer, as);
};
