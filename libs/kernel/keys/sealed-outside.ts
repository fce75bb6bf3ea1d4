import { checkOf, keyNamedBy, openText, sealText, type Envelope } from './envelope';
import { hmacOf } from '../log/ids';
import type { Keyring } from './keyring';

/**
 * A key derived from a data key: when that is destroyed, this one cannot be derived any more. null: it is destroyed.
 */
const keyFor = async (keyring: Keyring, name: string, purpose: string): Promise<Buffer | null> => {
  await keyring.fetch([name]);
  const key = keyring.key(name);
  return typeof key === 'string' ? null : hmacOf(key.secret, purpose);
};

/** Encrypts with data keys outside the log, for one purpose. Names of keys are as in the envelopes of records. */
export const sealedOutside = (keyring: Keyring, purpose: string) => ({
  /**
   * @param name of a key, `<owner>/<generation>` @returns null when the key is missing or destroyed. @throws
   * Unavailable
   */
  async seal(name: string, place: string, value: unknown): Promise<Envelope | null> {
    const own = await keyFor(keyring, name, purpose);
    return own && { k: `${name}/${checkOf(own)}`, ...sealText(own, place, JSON.stringify(value)) };
  },

  /**
   * @returns null when its key is missing or destroyed. @throws Error when it is not what was encrypted; Unavailable
   */
  async open<T>(place: string, sealed: Envelope): Promise<T | null> {
    const own = await keyFor(keyring, keyNamedBy(sealed), purpose);
    return own && (JSON.parse(openText(own, place, sealed)) as T);
  },
});
