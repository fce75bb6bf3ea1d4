import { hmac, readSigned, signed } from '@dosar/kernel/runtime';

const WORD = 'unsubscribe';

const digestOf = (key: Buffer, email: string) => hmac(key, 'unsubscribe address', email.toLowerCase());

/** The token with which the recipient of a letter unsubscribes: valid only while the account has that address. */
export const unsubscribeToken = (key: Buffer, userId: string, email: string): string =>
  signed(key, WORD, userId, digestOf(key, email));

/** The account of a token, and whether it still has the address; null for a forged token. */
export const readUnsubscribeToken = (key: Buffer, token: string) => {
  const [word, userId = '', digest] = readSigned(key, token) ?? [];
  return word === WORD
    ? { userId, isFor: (email: string | null) => email !== null && digest === digestOf(key, email) }
    : null;
};
