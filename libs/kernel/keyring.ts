import { hkdfSync, createHmac } from 'node:crypto';
import { decrypt, encrypt, type DataKey, type Envelope } from './envelope';
import { randomOf } from './ids';
import type { Vault } from './ports';

const DESTROYED = 'destroyed';

/** Keys derived from the master key (HKDF-SHA-256), one for each purpose; raise the generation to rotate one. */
export const deriveKey = (master: Buffer, purpose: string, generation = 1): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `dosar/${purpose}/${generation}`, 32));

/** What marks idempotency keys in the log: the same wherever commands are handed in. */
export const marksKey = (master: Buffer): Buffer => deriveKey(master, 'marks');

/** What links in letters are signed with: the same wherever letters are written. */
export const linksKey = (master: Buffer): Buffer => deriveKey(master, 'links');

export const hmac = (key: Buffer, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(parts.join('\u0000')).digest('base64url');

/** The keys of personal data, one a person, client or firm, wrapped by the master key and kept in the vault. */
export interface Keyring {
  /** The key of this owner, made durable before its first use; null once it was destroyed. */
  ensure(id: string): Promise<DataKey | null>;
  /** Brings these keys within reach of `secret`. */
  fetch(ids: Iterable<string>): Promise<void>;
  /** A fetched key's secret; null when it was destroyed or never existed. */
  secret(id: string): Buffer | null;
  /** For ever: whatever was encrypted with it reads as null from now on. */
  destroy(id: string): Promise<void>;
}

export const keyring = (vault: Vault, master: Buffer): Keyring => {
  const wrapping = deriveKey(master, 'data-keys');
  const known = new Map<string, Buffer | null>();
  const place = (id: string) => `key/${id}`;
  const wrap = (id: string, secret: Buffer) =>
    JSON.stringify(encrypt({ id: 'master', secret: wrapping }, place(id), secret.toString('base64url')));
  const unwrap = (id: string, kept: string | null) =>
    kept === null || kept === DESTROYED
      ? null
      : Buffer.from(decrypt(wrapping, place(id), JSON.parse(kept) as Envelope) as string, 'base64url');

  const load = async (id: string) => {
    const secret = unwrap(id, await vault.get(place(id)));
    known.set(id, secret);
    return secret;
  };

  return {
    async ensure(id) {
      let secret = known.get(id) ?? (await load(id));
      if (secret === null && (await vault.get(place(id))) === null) {
        await vault.putIfAbsent(place(id), wrap(id, randomOf(32)));
        secret = await load(id);
      }
      return secret && { id, secret };
    },
    async fetch(ids) {
      for (const id of ids) if (!known.get(id)) await load(id);
    },
    secret: (id) => known.get(id) ?? null,
    async destroy(id) {
      for (let kept = await vault.get(place(id)); kept !== DESTROYED; kept = await vault.get(place(id))) {
        if (
          kept === null
            ? await vault.putIfAbsent(place(id), DESTROYED)
            : await vault.replaceIf(place(id), kept, DESTROYED)
        )
          break;
      }
      known.delete(id);
    },
  };
};
