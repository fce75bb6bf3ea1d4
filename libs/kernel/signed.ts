import { timingSafeEqual } from 'node:crypto';
import { hmac } from './ids';

/** A token that says these words and can be made by nobody else: nothing has to be kept of it. Words have no blanks. */
export const signed = (secret: Buffer, ...words: readonly (string | number)[]): string => {
  const text = words.join(' ');
  return `${Buffer.from(text).toString('base64url')}.${hmac(secret, text)}`;
};

/** The words of a token; null for one that was not signed with this secret. */
export const readSigned = (secret: Buffer, token: string): string[] | null => {
  const [body = '', signature = ''] = token.split('.');
  const text = Buffer.from(body, 'base64url').toString();
  const [given, expected] = [Buffer.from(signature), Buffer.from(hmac(secret, text))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? text.split(' ') : null;
};
