import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verify } from 'otplib';
import { TotpCode } from '@dosar/contracts';
import { Secrets } from '../accounts/secrets';

const ISSUER = 'Dosar';
/** Tolerance for clocks: one step of 30 s, either way. */
const TOLERANCE_S = 30;
const SETUP_MS = 15 * 60 * 1000;

type Kept = { readonly secret: string; /** The newest step whose code was used. */ readonly step: number };
type Offered = { readonly secret: string; readonly until: number };

/** Codes of an authenticator app (RFC 6238). */
@Injectable()
export class Totp {
  constructor(private readonly secrets: Secrets) {}

  /** A new secret; the current one stays until the first code of this one. */
  async offer(userId: string, email: string | null): Promise<{ readonly secret: string; readonly uri: string }> {
    const secret = generateSecret();
    await this.secrets.put(userId, 'totp-offered', { secret, until: Date.now() + SETUP_MS } satisfies Offered);
    return { secret, uri: generateURI({ issuer: ISSUER, label: email ?? userId, secret }) };
  }

  /** Enables the offered secret when the code is right. */
  async accept(userId: string, code: string): Promise<boolean> {
    const offered = await this.secrets.get<Offered>(userId, 'totp-offered');
    if (!offered || offered.value.until < Date.now()) return false;
    const step = await stepOf(offered.value.secret, code, 0);
    if (step === null) return false;
    await this.secrets.put(userId, 'totp', { secret: offered.value.secret, step } satisfies Kept);
    await this.secrets.remove(userId, 'totp-offered');
    return true;
  }

  /** Each code is valid once: of two uses at the same time, one is refused. */
  async matches(userId: string, code: string): Promise<boolean> {
    const held = await this.secrets.get<Kept>(userId, 'totp');
    if (!held) return false;
    const step = await stepOf(held.value.secret, code, held.value.step);
    return step !== null && this.secrets.replace(userId, 'totp', held, { ...held.value, step } satisfies Kept);
  }

  forget(userId: string): Promise<void> {
    return this.secrets.remove(userId, 'totp');
  }
}

const stepOf = async (secret: string, code: string, after: number): Promise<number | null> => {
  const token = TotpCode.safeParse(code).data;
  if (token === undefined) return null;
  const result = await verify({ secret, token, epochTolerance: TOLERANCE_S, afterTimeStep: after });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
};
