import { errors, jwtVerify, SignJWT } from 'jose';
import { TokenPayload } from '@dosar/contracts';
import { newId } from '@dosar/kernel/runtime';
import type { Keys } from '../hosting/keys';
import { Problem } from '../http/problem';

export const ACCESS_TOKEN_MS = 15 * 60 * 1000;
const ISSUER = 'dosar';
const AUDIENCE = 'dosar';
const TYPE = 'at+jwt';
const REMEMBERED = 10_000;

export type TokenClaims = { readonly userId: string; readonly sessionId: string };
type Verified = TokenClaims & { readonly expiresAt: number };

type Signed = { readonly token: string; readonly expiresAt: Date };

/** Access tokens: Ed25519, valid for fifteen minutes. They name user and session, which are checked at each use. */
export class Tokens {
  private readonly verified = new Map<string, Verified>();

  constructor(private readonly keys: Keys['tokens']) {}

  async sign(userId: string, role: string, sessionId: string, only?: 'health'): Promise<Signed> {
    const issued = Math.floor(Date.now() / 1000);
    const expires = issued + ACCESS_TOKEN_MS / 1000;
    const token = await new SignJWT({ user_id: userId, role, sid: sessionId, ...(only && { only }) })
      .setProtectedHeader({ alg: 'EdDSA', typ: TYPE })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issued)
      .setJti(newId())
      .setExpirationTime(expires)
      .sign(this.keys.privateKey);
    return { token, expiresAt: new Date(expires * 1000) };
  }

  /**
   * Verifying a signature costs more than a durable append, so a verified token is cached until it expires.
   * @throws Problem
   */
  async verify(token: string): Promise<TokenClaims> {
    const known = this.known(token);
    if (known) return known;
    this.verified.delete(token);
    const verified = await this.read(token);
    if (this.verified.size >= REMEMBERED) this.verified.delete(this.verified.keys().next().value!);
    this.verified.set(token, verified);
    return verified;
  }

  /** The content of a cached token. */
  known(token: string): Verified | null {
    const known = this.verified.get(token);
    return known && known.expiresAt > Date.now() ? known : null;
  }

  private async read(token: string): Promise<Verified> {
    try {
      const { payload } = await jwtVerify(token, this.keys.publicKey, {
        algorithms: ['EdDSA'],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        requiredClaims: ['exp', 'user_id', 'sid'],
      });
      const { user_id, sid, exp } = TokenPayload.parse(payload);
      // we never sign tokens with a longer lifetime
      if (exp * 1000 > Date.now() + ACCESS_TOKEN_MS + 1000) throw new Problem('INVALID_TOKEN');
      return { userId: user_id, sessionId: sid, expiresAt: exp * 1000 };
    } catch (error) {
      throw new Problem(error instanceof errors.JWTExpired ? 'SESSION_EXPIRED' : 'INVALID_TOKEN');
    }
  }
}
