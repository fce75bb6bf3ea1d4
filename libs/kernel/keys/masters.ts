import { checkOf, openText, sealText } from './envelope';
import { hmacOf } from '../log/ids';

/** A key wrapped by a master key: which one, nonce, ciphertext with its tag; base64url. */
type Wrapped = { readonly m: string; readonly n: string; readonly c: string };

/** The master key, which wraps all others. While it is being replaced there are two: the first wraps, both unwrap. */
export type Masters = {
  /** The wrapped text of a key, to be stored at `place` in the vault. */
  wrap(place: string, key: Buffer): string;
  /** @throws WrongMaster when it was wrapped by a master key that is not given; Error when it is not a wrapped key. */
  unwrap(place: string, text: string): Buffer;
  /** Whether the first master key wrapped it. */
  isCurrent(text: string): boolean;
};

/** A value was wrapped by a master key other than those given. */
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
