import { createCipheriv, createDecipheriv } from 'node:crypto';
import { randomOf } from './ids';

/** A secret of 32 bytes under the name that envelopes carry. */
export type DataKey = { readonly id: string; readonly secret: Buffer };

/** One encrypted value: key id, nonce of 96 bits, ciphertext with its tag; base64url. */
export type Envelope = { readonly k: string; readonly n: string; readonly c: string };

/** AES-256-GCM over the JSON of the value; `place` (event id and field) is bound in as associated data. */
export const encrypt = (key: DataKey, place: string, value: unknown): Envelope => {
  const nonce = randomOf(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce).setAAD(Buffer.from(place));
  const head = cipher.update(JSON.stringify(value), 'utf8');
  const tail = cipher.final();
  return {
    k: key.id,
    n: nonce.toString('base64url'),
    c: Buffer.concat([head, tail, cipher.getAuthTag()]).toString('base64url'),
  };
};

/** @throws when the envelope, its key or its place is not the one it was made with. */
export const decrypt = (secret: Buffer, place: string, { n, c }: Envelope): unknown => {
  const sealed = Buffer.from(c, 'base64url');
  const tag = sealed.length - 16;
  const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(n, 'base64url'))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(tag));
  return JSON.parse(decipher.update(sealed.subarray(0, tag), undefined, 'utf8') + decipher.final('utf8'));
};

export const isEnvelope = (value: unknown): value is Envelope => {
  if (typeof value !== 'object' || value === null) return false;
  const { k, n, c } = value as Partial<Envelope>;
  return typeof k === 'string' && typeof n === 'string' && typeof c === 'string';
};
