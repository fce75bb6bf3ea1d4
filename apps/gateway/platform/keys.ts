import { createPrivateKey, createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deriveKey, linksKey, marksKey } from '@dosar/kernel';
import { CannotStart } from './config';

/** Everything secret that this installation makes from its master key, one key for each purpose. */
export type Keys = {
  readonly master: Buffer;
  /** Idempotency keys and what was asked for, in the log. */
  readonly marks: Buffer;
  /** E-mails in use, in the vault. */
  readonly emails: Buffer;
  readonly refresh: Buffer;
  readonly tickets: Buffer;
  /** Links in e-mails. */
  readonly links: Buffer;
  /** Second factors: their secrets at rest, recovery codes, and sign-ins that wait for them. */
  readonly factors: Buffer;
  readonly tokens: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
};

// a PKCS#8 Ed25519 key is this prefix and its seed (RFC 8410)
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

const signingKey = (seed: Buffer) => {
  const privateKey = createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
};

export const keysFrom = (master: Buffer): Keys => ({
  master,
  marks: marksKey(master),
  emails: deriveKey(master, 'emails'),
  refresh: deriveKey(master, 'refresh'),
  tickets: deriveKey(master, 'tickets'),
  links: linksKey(master),
  factors: deriveKey(master, 'factors'),
  tokens: signingKey(deriveKey(master, 'tokens')),
});

/**
 * The master key of an embedded installation: made at its first start and durable before it is used, since all that was
 * encrypted is lost without it.
 * @throws CannotStart when there is a log but its key is gone.
 */
export const masterKeyIn = (dataDir: string): Buffer => {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'master.key');
  if (existsSync(file)) {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
    if (key.length !== 32) throw new CannotStart(`${file} is not a master key: 64 hexadecimal digits are expected`);
    return key;
  }
  if (existsSync(join(dataDir, 'log.db')))
    throw new CannotStart(
      `${file} is missing: without it nothing that was stored here can be read. Restore it from its backup`,
    );
  const key = randomBytes(32);
  const written = openSync(file, 'wx', 0o600);
  writeSync(written, `${key.toString('hex')}\n`);
  fsyncSync(written);
  closeSync(written);
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
  return key;
};
