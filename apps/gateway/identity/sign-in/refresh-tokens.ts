import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hmac } from '@dosar/kernel/runtime';

/** What a browser holds to stay signed in: whose session, its number among those of the session, and a secret that only we can have made. */
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

/** The one that follows: the same for all tabs that ask with the same. */
export const nextRefreshToken = (key: Buffer, token: RefreshToken): RefreshToken => ({
  sessionId: token.sessionId,
  number: token.number + 1,
  secret: hmac(key, 'successor', token.sessionId, String(token.number), token.secret),
});

export const writeRefreshToken = (key: Buffer, token: RefreshToken): string =>
  [token.sessionId, token.number, token.secret, macOf(key, token)].join('.');

/** null for one that we have never given out. */
export const readRefreshToken = (key: Buffer, text: string | undefined): RefreshToken | null => {
  const [sessionId = '', number = '', secret = ''] = (text ?? '').split('.');
  const token = { sessionId, number: Number(number), secret };
  return sessionId !== '' && isSame(text ?? '', writeRefreshToken(key, token)) ? token : null;
};

/** What the vault keeps of one. */
export const refreshTokenDigest = ({ number, secret }: RefreshToken): string =>
  createHash('sha256').update(`${number}.${secret}`).digest('base64url');
