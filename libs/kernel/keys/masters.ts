import { checkOf, openText, sealText } from './envelope';
import { hmacOf } from '../log/ids';

/** What a master key has wrapped: which one, nonce, ciphertext with its tag; base64url. */
type Wrapped = { readonly m: string; readonly n: string; readonly c: string };

/** The key that wraps all others. While it is replaced there are two: the first wraps, both open. */
export type Masters = {
  /** A key as it is kept under `place` in the vault. */
  wrap(place: string, key: Buffer): string;
  /** @throws WrongMaster when it was wrapped by a master key that is not given; Error when it is no such text. */
  unwrap(place: string, text: string): Buffer;
  /** Whether the first master key has wrapped it. */
  isCurrent(text: string): boolean;
};

/** A value was wrapped by another master key than those that are given. */
export class WrongMaster extends Error {
  override readonly name = 'WrongMaster';
}

export const masters = (given: readonly Buffer[]): Masters => {
  const byCheck = new Map(given.map((master) => [checkOf(master), hmacOf(master, 'wrap')]));
  const first = checkOf(given[0]!);
  return {
    wrap: (place, key) =>
      JSON.stringify({
        m: first,
        ...sealText(byCheck.get(first)!, place, key.toString('base64url')),
      } satisfies Wrapped),
    unwrap(place, text) {
      const wrapped = JSON.parse(text) as Wrapped;
      const key = byCheck.get(wrapped.m);
      if (!key) throw new WrongMaster(`${place} was wrapped by another master key`);
      return Buffer.from(openText(key, place, wrapped), 'base64url');
    },
    isCurrent: (text) => (JSON.parse(text) as Wrapped).m === first,
  };
};
