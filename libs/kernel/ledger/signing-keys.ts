import { purposeKey } from '../keys/purpose-keys';
import { updateIn } from '../keys/update-in';
import type { Masters } from '../keys/masters';
import type { Vault } from '../ports';
import { signerOf, signText, verifierKey, type Signer } from './note';

/** Place in the vault: the public keys that sign heads, oldest first. */
const KEYS = 'ledger/keys';
/** Place in the vault: the name of the log in its heads. */
const ORIGIN = 'ledger/origin';

/** A public key that signs heads from a time on; `note`: the former key's and its own signature over that. */
export type SigningKey = { readonly publicKey: string; readonly since: string; readonly note: string | null };

/** The first key has the name of its purpose alone, each later one its number. */
const purposeOf = (number: number): string => (number === 1 ? 'ledger' : `ledger-${number}`);

const keysIn = (text: string | null): readonly SigningKey[] =>
  text === null ? [] : (JSON.parse(text) as SigningKey[]);

export const signingKeys = async ({ vault }: { readonly vault: Pick<Vault, 'get'> }): Promise<readonly SigningKey[]> =>
  keysIn(await vault.get(KEYS));

/** Whoever signs heads of that log now. The first key is made when there is none. */
export const currentSigner = async (vault: Vault, masters: Masters, origin: string): Promise<Signer> => {
  const keys = await signingKeys({ vault });
  const number = Math.max(1, keys.length);
  const signer = signerOf(origin, await purposeKey(vault, masters, purposeOf(number)));
  if (keys.length > 0) return signer;
  const first = { publicKey: signer.publicKey.toString('base64'), since: new Date().toISOString(), note: null };
  await updateIn(vault, KEYS, (kept) => kept ?? JSON.stringify([first]));
  return signer;
};

/** The text by which one key hands over to the next. */
export const rotationText = (origin: string, from: Uint8Array, to: Uint8Array): string =>
  `${origin}/keys\n${verifierKey(origin, from)}\n${verifierKey(origin, to)}\n`;

/** Replaces the key that signs heads: the old one signs the new one, and is then destroyed. */
export const rotateSigningKey = async (
  vault: Vault,
  masters: Masters,
  at: Date,
): Promise<{ readonly count: number; readonly note: string } | null> => {
  const origin = await originIn(vault);
  if (origin === null) return null;
  const from = await currentSigner(vault, masters, origin);
  const { length } = await signingKeys({ vault });
  const to = signerOf(origin, await purposeKey(vault, masters, purposeOf(length + 1)));
  const text = rotationText(origin, from.publicKey, to.publicKey);
  const note = `${text}\n${signText(text, from)}${signText(text, to)}`;
  const added: SigningKey = { publicKey: to.publicKey.toString('base64'), since: at.toISOString(), note };
  await updateIn(vault, KEYS, (kept) =>
    keysIn(kept).length === length ? JSON.stringify([...keysIn(kept), added]) : null,
  );
  await vault.remove(`purpose/${purposeOf(length)}/1`);
  return { count: length + 1, note };
};

/** The name of the log in its heads; null before the first. */
export const originIn = (vault: Pick<Vault, 'get'>): Promise<string | null> => vault.get(ORIGIN);

/** Names the log after the host that it is reached by, once. */
export const originOf = async (vault: Vault, host: string): Promise<string> =>
  (await updateIn(vault, ORIGIN, (kept) => kept ?? `${host}/audit`))!;

/**
 * Gives the log another name: what follows a log that was cut or restored may have another root for a size that a head
 * was signed for.
 */
export const renameLog = async (vault: Vault, at: Date): Promise<void> => {
  const stamp = at.toISOString().replaceAll(/[-:.]/g, '');
  if ((await vault.get(ORIGIN)) !== null)
    await updateIn(vault, ORIGIN, (kept) => kept && `${kept.replace(/(\/audit)\/[^/]*$/, '$1')}/${stamp}`);
};
