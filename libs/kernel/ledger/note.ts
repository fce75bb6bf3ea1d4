import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';

// an Ed25519 key as PKCS#8 is this prefix and its seed, a public one as SPKI this prefix and its bytes (RFC 8410)
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Signature types of C2SP signed-note: over the text, and over the text and a time (tlog-cosignature). */
const [PLAIN, TIMED] = [1, 4] as const;

/** Whoever signs: their name in notes, and their key. */
export type Signer = { readonly name: string; readonly privateKey: KeyObject; readonly publicKey: Buffer };

export const rawPublicKey = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);

export const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });

export const signerOf = (name: string, seed: Uint8Array): Signer => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  return { name, privateKey, publicKey: rawPublicKey(createPublicKey(privateKey)) };
};

/** The first four bytes of a hash over name, type and key, by which a signature names its key. */
const keyId = (name: string, type: number, publicKey: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([type]), publicKey]), 'buffer').subarray(0, 4);

export const keyIdOf = (name: string, publicKey: Uint8Array): string => keyId(name, PLAIN, publicKey).toString('hex');

/** A public key in one line, as other programs for notes take it. */
export const verifierKey = (name: string, publicKey: Uint8Array, type: 'plain' | 'timed' = 'plain'): string => {
  const number = type === 'plain' ? PLAIN : TIMED;
  const key = Buffer.concat([Buffer.from([number]), publicKey]).toString('base64');
  return `${name}+${keyId(name, number, publicKey).toString('hex')}+${key}`;
};

const line = (name: string, id: Buffer, signature: Buffer): string =>
  `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;

/** A signature line over a text, which ends with a new line. */
export const signText = (text: string, { name, privateKey, publicKey }: Signer): string =>
  line(name, keyId(name, PLAIN, publicKey), sign(null, Buffer.from(text), privateKey));

const timedText = (text: string, seconds: bigint): Buffer => Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

/** A signature line that also says when: C2SP cosignature/v1. */
export const cosignText = (text: string, { name, privateKey, publicKey }: Signer, at: Date): string => {
  const seconds = BigInt(Math.floor(at.getTime() / 1000));
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(seconds);
  const signature = Buffer.concat([time, sign(null, timedText(text, seconds), privateKey)]);
  return line(name, keyId(name, TIMED, publicKey), signature);
};

/** The text of a note, and its signature lines. */
type Note = { readonly text: string; readonly lines: readonly { readonly name: string; readonly bytes: Buffer }[] };

const LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
const MOST = { bytes: 100_000, lines: 64 } as const;

/** @returns null for what is no signed note */
export const parseNote = (note: string): Note | null => {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || note.length > MOST.bytes) return null;
  // eslint-disable-next-line no-control-regex
  if (/[\0-\u0009\u000b-\u001f\ufffd]/.test(note)) return null;
  const parsed = note
    .slice(end + 2, -1)
    .split('\n')
    .map((each) => LINE.exec(each));
  if (parsed.length > MOST.lines || parsed.some((each) => each === null)) return null;
  const lines = parsed.map((each) => ({ name: each![1]!, bytes: Buffer.from(each![2]!, 'base64') }));
  return { text: note.slice(0, end + 1), lines };
};

/** Whether the key has signed, and when it says so; null: it has not, or one of its signatures is wrong. */
export const signedBy = (
  { text, lines }: Note,
  name: string,
  publicKey: Uint8Array,
): { readonly isPlain: boolean; readonly at: Date | null } | null => {
  const key = publicKeyOf(publicKey);
  const plainId = keyId(name, PLAIN, publicKey);
  const timedId = keyId(name, TIMED, publicKey);
  let isPlain = false;
  let at: Date | null = null;
  for (const each of lines.filter((found) => found.name === name)) {
    const id = each.bytes.subarray(0, 4);
    if (id.equals(plainId)) {
      if (!verify(null, Buffer.from(text), key, each.bytes.subarray(4))) return null;
      isPlain = true;
    }
    if (!id.equals(timedId)) continue;
    if (each.bytes.length !== 76) return null;
    const seconds = each.bytes.readBigUInt64BE(4);
    if (!verify(null, timedText(text, seconds), key, each.bytes.subarray(12))) return null;
    at = new Date(Number(seconds) * 1000);
  }
  return isPlain || at ? { isPlain, at } : null;
};

/** What a head says: whose log, how many records, and their root. */
export type Tree = { readonly origin: string; readonly size: number; readonly root: Buffer };

/** The text of a head, in the form of C2SP tlog-checkpoint. */
export const checkpointText = ({ origin, size, root }: Tree): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** @returns null for a text that is no head */
export const parseCheckpoint = (text: string): Tree | null => {
  const [origin = '', size = '', root = ''] = text.split('\n');
  const bytes = Buffer.from(root, 'base64');
  const isNumber = /^(0|[1-9]\d{0,15})$/.test(size) && Number.isSafeInteger(Number(size));
  if (origin === '' || !isNumber || bytes.length !== 32 || bytes.toString('base64') !== root) return null;
  return { origin, size: Number(size), root: bytes };
};
