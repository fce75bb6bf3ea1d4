import { hmac, readSigned, signed } from '@dosar/kernel/runtime';

const WORD = 'unsubscribe';

const digestOf = (key: Buffer, email: string) => hmac(key, 'unsubscribe address', email.toLowerCase());

/** By it whoever got a letter ends those to this address: it holds no longer than the account has that address. */
export const unsubscribeToken = (key: Buffer, userId: string, email: string): string =>
  signed(key, WORD, userId, digestOf(key, email));

/** Whose letters a token may end, and whether the account still has the address it was sent to; null for one that is not ours. */
export const readUnsubscribeToken = (key: Buffer, token: string) => {
  const [word, userId = '', digest] = readSigned(key, token) ?? [];
  return word === WORD
    ? { userId, isFor: (email: string | null) => email !== null && digest === digestOf(key, email) }
    : null;
};
