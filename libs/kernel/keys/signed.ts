import { timingSafeEqual } from 'node:crypto';
import { hmac } from '../log/ids';

/**
 * A token that contains these words and their HMAC, so that nothing needs to be stored for it. Words have no blanks.
 */
export const signed = (secret: Buffer, ...words: readonly (string | number)[]): string => {
  const text = words.join(' ');
  return `${Buffer.from(text).toString('base64url')}.${hmac(secret, text)}`;
};

/** The words of a token; null unless it is exactly the token signed with this secret. */
export const readSigned = (secret: Buffer, token: string): string[] | null => {
  const words = Buffer.from(token.split('.', 1)[0]!, 'base64url').toString().split(' ');
  const given = Buffer.from(token);
  const expected = Buffer.from(signed(secret, ...words));
  return given.length === expected.length && timingSafeEqual(given, expected) ? words : null;
};
