import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import {
  CannotStart,
  purposeKey,
  purposeKeyAnew,
  rowsKey,
  Damaged,
  type MarksKey,
  type Masters,
  type Vault,
} from '@dosar/kernel/runtime';

/** All secrets of this installation, one random key for each purpose, wrapped in the vault. */
export type Keys = {
  /** For marks of idempotency keys and bodies, in the log. */
  readonly marks: MarksKey;
  /** For unique values, in the vault. */
  readonly reservations: Buffer;
  readonly refresh: Buffer;
  readonly tickets: Buffer;
  /** Links in e-mails. */
  readonly links: Buffer;
  /** For second factors: recovery codes, and waiting sign-ins. */
  readonly factors: Buffer;
  /** For sums of the rows that decide who may do what. */
  readonly rows: Buffer;
  readonly tokens: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
};

// a PKCS#8 Ed25519 key is this prefix and its seed (RFC 8410)
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

const signingKey = (seed: Buffer) => {
  const privateKey = createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
};

/** This key may be replaced when lost, since what it made is made again from the log. */
const reservationsKey = (vault: Vault, masters: Masters): Promise<Buffer> =>
  purposeKey(vault, masters, 'reservations').catch((error: unknown) => {
    if (error instanceof Damaged) return purposeKeyAnew(vault, masters, 'reservations');
    throw error;
  });

/** @throws CannotStart when one was lost */
export const openKeys = async (vault: Vault, masters: Masters): Promise<Keys> => {
  const keyFor = (purpose: string) =>
    purposeKey(vault, masters, purpose).catch((error: unknown) => {
      if (error instanceof Damaged) throw new CannotStart(error.message);
      throw error;
    });
  return {
    marks: { generation: 1, secret: await keyFor('marks') },
    reservations: await reservationsKey(vault, masters),
    refresh: await keyFor('refresh'),
    tickets: await keyFor('tickets'),
    links: await keyFor('links'),
    factors: await keyFor('factors'),
    rows: await rowsKey(vault, masters),
    tokens: signingKey(await keyFor('tokens')),
  };
};
