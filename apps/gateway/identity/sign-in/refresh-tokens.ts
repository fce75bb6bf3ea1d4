import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hmac } from '@dosar/kernel/runtime';

/** The token that keeps a browser signed in: its session, its number, and a secret derived by us. */
export type RefreshToken = { readonly sessionId: string; readonly number: number; readonly secret: string };

const macOf = (key: Buffer, { sessionId, number, secret }: RefreshToken) =>
  hmac(key, 'refresh', sessionId, String(number), secret);

const isSame = (a: string, b: string) => {
  const one = Buffer.from(a);
  const other = Buffer.from(b);
  return one.length === other.length && timingSafeEqual(one, other);
};

export const firstRefreshToken = (sessionId: string): RefreshToken => ({
  sessionId,
  number: 0,
  secret: randomBytes(32).toString('base64url'),
});

/** The successor: the same for all tabs that refresh with the same token. */
export const nextRefreshToken = (key: Buffer, token: RefreshToken): RefreshToken => ({
  sessionId: token.sessionId,
  number: token.number + 1,
  secret: hmac(key, 'successor', token.sessionId, String(token.number), token.secret),
});

export const writeRefreshToken = (key: Buffer, token: RefreshToken): string =>
  [token.sessionId, token.number, token.secret, macOf(key, token)].join('.');

/** null for a forged one. */
export const readRefreshToken = (key: Buffer, text: string | undefined): RefreshToken | null => {
  const [sessionId = '', number = '', secret = ''] = (text ?? '').split('.');
  const token = { sessionId, number: Number(number), secret };
  return sessionId !== '' && isSame(text ?? '', writeRefreshToken(key, token)) ? token : null;
};

/** The form stored in the vault. */
export const refreshTokenDigest = ({ number, secret }: RefreshToken): string =>
  createHash('sha256').update(`${number}.${secret}`).digest('base64url');
