import { timingSafeEqual } from 'node:crypto';
import { hmac } from '../log/ids';

/** A token that says these words and can be made by nobody else: nothing has to be kept of it. Words have no blanks. */
export const signed = (secret: Buffer, ...words: readonly (string | number)[]): string => {
  const text = words.join(' ');
  return `${Buffer.from(text).toString('base64url')}.${hmac(secret, text)}`;
};

/** The words of a token; null for one that was not signed with this secret, to the last sign of it. */
export const readSigned = (secret: Buffer, token: string): string[] | null => {
  const words = Buffer.from(token.split('.', 1)[0]!, 'base64url').toString().split(' ');
  const given = Buffer.from(token);
  const expected = Buffer.from(signed(secret, ...words));
  return given.length === expected.length && timingSafeEqual(given, expected) ? words : null;
};
