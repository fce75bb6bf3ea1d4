import { createCipheriv, createDecipheriv } from 'node:crypto';
import { hmacOf, randomOf } from '../log/ids';
import type { PersonalClass } from '../model/shape';

/** One encrypted value: which key, nonce of 96 bits, ciphertext with its tag; base64url. */
export type Envelope = { readonly k: string; readonly n: string; readonly c: string };

/** The secret of an owner of personal data, such as `client:<id>`, 32 bytes. It never leaves the installation. */
export type DataKey = { readonly owner: string; readonly generation: number; readonly secret: Buffer };

const CHECK_BYTES = 16;

/** Identifies the key something was made with, without revealing anything about it. */
export const checkOf = (key: Buffer): string => hmacOf(key, 'check').toString('base64url', 0, CHECK_BYTES);

/** What an envelope of a record contains: the personal members of a class, or the origin (address and agent). */
export type Sealed = PersonalClass | 'origin';

/** The key of one envelope of one record: it opens that envelope and nothing else. */
export const recordKey = ({ secret }: DataKey, eventId: string, member: Sealed): Buffer =>
  hmacOf(secret, 'record', eventId, member);

/** AES-256-GCM over UTF-8; `place` is bound in as associated data. The tag stands at the end. */
export const sealText = (key: Buffer, place: string, text: string): Omit<Envelope, 'k'> => {
  const nonce = randomOf(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const head = cipher.update(text, 'utf8');
  const tail = cipher.final();
  return { c: Buffer.concat([head, tail, cipher.getAuthTag()]).toString('base64url'), n: nonce.toString('base64url') };
};

/** @throws when the text, its key or its place is not the one it was sealed with. */
export const openText = (key: Buffer, place: string, { n, c }: Omit<Envelope, 'k'>): string => {
  const sealed = Buffer.from(c, 'base64url');
  const tag = sealed.length - 16;
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(n, 'base64url'), { authTagLength: 16 })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(tag));
  const text = decipher.update(sealed.subarray(0, tag));
  // the text is complete: this only verifies the tag
  decipher.final();
  return text.toString();
};

/**
 * Pads to a multiple of 16, so that the length of a name cannot be seen from its envelope. JSON ignores blanks at its
 * end.
 */
const PADDED_TO = 16;

const padded = (text: string): string => {
  const over = Buffer.byteLength(text) % PADDED_TO;
  return over === 0 ? text : text + ' '.repeat(PADDED_TO - over);
};

/** Encrypts a value of a record into its envelope. */
export const sealMember = (key: DataKey, eventId: string, member: Sealed, value: unknown): Envelope => {
  const own = recordKey(key, eventId, member);
  const { c, n } = sealText(own, `${eventId}|${member}`, padded(JSON.stringify(value)));
  return { c, k: `${key.owner}/${key.generation}/${checkOf(own)}`, n };
};

/** The key an envelope needs, as `<owner>/<generation>`. */
export const keyNamedBy = ({ k }: Envelope): string => k.slice(0, k.lastIndexOf('/'));

/** @throws when the key is not the one that the envelope names, or the envelope is not what was sealed. */
export const openMember = (key: DataKey, eventId: string, member: Sealed, envelope: Envelope): unknown => {
  const own = recordKey(key, eventId, member);
  if (!envelope.k.endsWith(`/${checkOf(own)}`))
    throw new Error(`the key of ${key.owner} is not the one it was sealed with`);
  return JSON.parse(openText(own, `${eventId}|${member}`, envelope));
};
