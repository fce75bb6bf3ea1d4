import { Inject, Injectable } from '@nestjs/common';
import { newId, readSigned, signed, updateIn } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import type { Proven } from './sessions';

const WAITING_MS = 5 * 60 * 1000;
const CHALLENGE_MS = 5 * 60 * 1000;

/** A sign-in that waits for its second factor, for a limited time. */
export type Waiting = {
  readonly id: string;
  readonly userId: string;
  readonly method: Proven['method'];
  /** Of the password or link: a sign-in ends when it changes. */
  readonly credentialId: string;
};

/** Things used once within a limited time: waiting sign-ins, links, challenges. */
@Injectable()
export class OneTimeTokens {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  private get vault() {
    return this.installation.ports.vault;
  }

  /** @returns a token with all data; nothing is stored until it is used. */
  wait(userId: string, method: Waiting['method'], credentialId: string): string {
    const until = Date.now() + WAITING_MS;
    return signed(this.installation.keys.factors, 'waiting', newId(), userId, method, credentialId, until);
  }

  /** @throws Problem SECOND_FACTOR_INVALID for a forged or expired token. */
  waiting(token: string): Waiting {
    const [kind, id, userId, method, credentialId, until] = readSigned(this.installation.keys.factors, token) ?? [];
    if (kind !== 'waiting' || Number(until) < Date.now()) throw new Problem('SECOND_FACTOR_INVALID');
    return { id: id!, userId: userId!, method: method as Waiting['method'], credentialId: credentialId! };
  }

  async isSpent(id: string): Promise<boolean> {
    return (await this.vault.get(`spent/${id}`)) !== null;
  }

  /** @returns false when it was used before. */
  spend(id: string, within = WAITING_MS): Promise<boolean> {
    return this.vault.putIfAbsent(`spent/${id}`, String(Date.now() + within));
  }

  /** Stores a challenge for an authenticator, replacing an earlier one for the same purpose. */
  async challenge(what: string, challenge: string): Promise<void> {
    const next = JSON.stringify({ challenge, until: Date.now() + CHALLENGE_MS });
    await updateIn(this.vault, `challenge/${what}`, () => next);
  }

  /** Takes the challenge out; null when there is none, or it has expired. */
  async challenged(what: string): Promise<string | null> {
    const place = `challenge/${what}`;
    const kept = await this.vault.get(place);
    const used = JSON.stringify({ challenge: null, until: 0 });
    if (kept === null || !(await this.vault.replaceIf(place, kept, used))) return null;
    const { challenge, until } = JSON.parse(kept) as { challenge: string | null; until: number };
    return until > Date.now() ? challenge : null;
  }

  /** Removes expired entries. */
  async sweep(): Promise<void> {
    for await (const [place, until] of this.vault.all('spent/'))
      if (Number(until) < Date.now()) await this.vault.remove(place);
    for await (const [place, kept] of this.vault.all('challenge/'))
      if ((JSON.parse(kept) as { until: number }).until < Date.now()) await this.vault.remove(place);
  }
}
