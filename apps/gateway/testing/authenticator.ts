import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** CBOR (RFC 8949) of an authenticator's data: integers, texts, bytes and maps. */
const cbor = (value: unknown): Buffer => {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])]);
};

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const b64 = (bytes: Buffer) => bytes.toString('base64url');

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

type How = {
  readonly origin?: string;
  readonly site?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
};

/** An authenticator with one key (ES256) that can be made to misbehave. WebAuthn level 3, sections 6.1 and 6.5. */
export const anAuthenticator = (origin: string) => {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const said = (type: string, challenge: string, { origin: where = origin }: How) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: where, crossOrigin: false }));
  const data = (flags: number, { site = new URL(origin).hostname, isVerified = true, counter = 0 }: How) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(site), Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), count]);
  };

  return {
    /** A browser's response to creating a passkey. */
    make(challenge: string, how: How = {}) {
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([data(ATTESTED, how), Buffer.alloc(16), length, id, cose]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', attested],
      ]);
      const response = {
        clientDataJSON: b64(said('webauthn.create', challenge, how)),
        attestationObject: b64(cbor(attestation)),
        transports: ['internal'],
      };
      return { id: b64(id), rawId: b64(id), type: 'public-key', response, clientExtensionResults: {} };
    },
    /** A browser's response to asking for one. */
    answer(challenge: string, how: How = {}) {
      const client = said('webauthn.get', challenge, how);
      const authenticatorData = data(0, how);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: b64(client),
        authenticatorData: b64(authenticatorData),
        signature: b64(signature),
      };
      return { id: b64(id), rawId: b64(id), type: 'public-key', response, clientExtensionResults: {} };
    },
  };
};
