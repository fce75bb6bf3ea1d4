import { checkOf, keyNamedBy, openText, sealText, type Envelope } from './envelope';
import { hmacOf } from '../log/ids';
import type { Keyring } from './keyring';

/** A key of its own, made of a data key: with that one it is gone. null: that one is. */
const keyFor = async (keyring: Keyring, name: string, purpose: string): Promise<Buffer | null> => {
  await keyring.fetch([name]);
  const key = keyring.key(name);
  return typeof key === 'string' ? null : hmacOf(key.secret, purpose);
};

/** What is sealed under data keys outside the log for one purpose. It names owner and generation as envelopes of records do. */
export const sealedOutside = (keyring: Keyring, purpose: string) => ({
  /** @param name of a key, `<owner>/<generation>` @returns null when it is not there, or was destroyed. @throws Unavailable */
  async seal(name: string, place: string, value: unknown): Promise<Envelope | null> {
    const own = await keyFor(keyring, name, purpose);
    return own && { k: `${name}/${checkOf(own)}`, ...sealText(own, place, JSON.stringify(value)) };
  },

  /** @returns null when its key is not there, or was destroyed. @throws Error when it is not what was sealed; Unavailable */
  async open<T>(place: string, sealed: Envelope): Promise<T | null> {
    const own = await keyFor(keyring, keyNamedBy(sealed), purpose);
    return own && (JSON.parse(openText(own, place, sealed)) as T);
  },
});
