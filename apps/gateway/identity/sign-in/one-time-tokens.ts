import { Inject, Injectable } from '@nestjs/common';
import { newId, readSigned, signed, updateIn } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import type { Proven } from './sessions';

const WAITING_MS = 5 * 60 * 1000;
const CHALLENGE_MS = 5 * 60 * 1000;

/** A sign-in whose first factor was right: for so long it waits for the second. */
export type Waiting = {
  readonly id: string;
  readonly userId: string;
  readonly method: Proven['method'];
  /** The password's, or the link's: a sign-in does not outlive a change of it. */
  readonly credentialId: string;
};

/** What can be used once and only for a while: sign-ins that wait, links, challenges. */
@Injectable()
export class OneTimeTokens {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  private get vault() {
    return this.installation.ports.vault;
  }

  /** @returns a token that says all of it; nothing is kept until it is used. */
  wait(userId: string, method: Waiting['method'], credentialId: string): string {
    const until = Date.now() + WAITING_MS;
    return signed(this.installation.keys.factors, 'waiting', newId(), userId, method, credentialId, until);
  }

  /** @throws Problem SECOND_FACTOR_INVALID for a token that is not ours, or over. */
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

  /** Keeps what an authenticator must answer to; one before it, for the same, can no longer be answered. */
  async challenge(what: string, challenge: string): Promise<void> {
    const next = JSON.stringify({ challenge, until: Date.now() + CHALLENGE_MS });
    await updateIn(this.vault, `challenge/${what}`, () => next);
  }

  /** The challenge, taken away with its asking; null when there is none, or it is over. */
  async challenged(what: string): Promise<string | null> {
    const place = `challenge/${what}`;
    const kept = await this.vault.get(place);
    const used = JSON.stringify({ challenge: null, until: 0 });
    if (kept === null || !(await this.vault.replaceIf(place, kept, used))) return null;
    const { challenge, until } = JSON.parse(kept) as { challenge: string | null; until: number };
    return until > Date.now() ? challenge : null;
  }

  /** Takes out what can no longer be used anyway. */
  async sweep(): Promise<void> {
    for await (const [place, until] of this.vault.all('spent/'))
      if (Number(until) < Date.now()) await this.vault.remove(place);
    for await (const [place, kept] of this.vault.all('challenge/'))
      if ((JSON.parse(kept) as { until: number }).until < Date.now()) await this.vault.remove(place);
  }
}
