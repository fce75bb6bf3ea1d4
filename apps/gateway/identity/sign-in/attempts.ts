import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { hmac, updateIn } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { networkOf } from '../../platform/connections/network';
import { Problem } from '../../platform/http/problem';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits for what could be guessed or flooded (contract section 6). */
const LIMITS = {
  accountAndAddress: { most: 10, within: 15 * MINUTE },
  account: { most: 50, within: 24 * HOUR },
  address: { most: 200, within: HOUR },
  /** One sign-in waiting for its second factor, and all of one account. */
  waitingSignIn: { most: 5, within: 5 * MINUTE },
  secondFactor: { most: 20, within: HOUR },
  mailsOfAccount: { most: 3, within: HOUR },
  mailsOfAddress: { most: 30, within: HOUR },
} as const;
type Limit = keyof typeof LIMITS;
/** A limit, and whom it counts. */
type Counted = readonly [limit: Limit, ...about: string[]];

/** Beyond the account's limit every further failure is delayed longer, but others' guessing locks nobody out. */
const DELAY = { step: 500, most: 8_000 } as const;

type Count = { readonly count: number; readonly since: number };

/** An attempt, counted as a failure until its outcome is known. */
export type Try = {
  /** The right password: former failures are forgotten. */
  readonly succeeded: () => Promise<void>;
  readonly failed: () => void;
  /** Neither right nor wrong. */
  readonly withdrawn: () => Promise<void>;
};
const uncounted: Try = { succeeded: async () => {}, failed() {}, withdrawn: async () => {} };

/** Counts attempts in the vault, so that a restart forgets none. */
@Injectable()
export class Attempts {
  /** Attempts of this process under way: not failures yet, but they occupy a place. */
  private readonly underWay = new Map<string, Set<Promise<void>>>();

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /**
   * Counts an attempt before the password is verified, so that parallel attempts are limited like consecutive ones. @throws
   * Problem 429 when this account and address, or this address, failed too often; delays when the account did.
   */
  async begin(email: string, ip: string | null): Promise<Try> {
    if (!this.installation.config.limits) return uncounted;
    const [both, account, address] = signIns(email, ip);
    // counted first, so that parallel attempts are delayed like consecutive ones
    const over = (await this.added(account)) - LIMITS.account.most;
    if (over > 0) await pause(Math.min(DELAY.most, over * DELAY.step));
    const taken: Counted[] = [account];
    try {
      for (const each of [both, address]) {
        await this.takeInTurn(each);
        taken.push(each);
      }
    } catch (error) {
      for (const each of taken) await this.giveBack(each);
      throw error;
    }
    const counted = [both, account, address];
    const settled = this.wait([both, address]);
    const ending = (end: (each: Counted) => Promise<void>) => async () => {
      for (const each of counted) await end(each);
      settled();
    };
    return {
      succeeded: ending((each) => this.forget(each)),
      failed: settled,
      withdrawn: ending((each) => this.giveBack(each)),
    };
  }

  /** Forgets failures, since the password has changed. */
  async forgetSignIns(email: string, ip: string | null): Promise<void> {
    for (const each of signIns(email, ip).slice(0, 2)) await this.forget(each);
  }

  /** Counts an attempt before its outcome is known, so that parallel ones are limited as well. @throws Problem 429 */
  async take(...counted: Counted): Promise<void> {
    // six digits are guessed so quickly that this limit holds even in tests
    if (!this.installation.config.limits && counted[0] !== 'waitingSignIn') return;
    const { most, within } = LIMITS[counted[0]];
    const full = await this.add(counted, most);
    if (full) throw new Problem('TOO_MANY_REQUESTS', null, Math.ceil((full.since + within - Date.now()) / 1000));
  }

  async forget(counted: Counted): Promise<void> {
    const { vault } = this.installation.ports;
    const place = this.placeOf(counted);
    if ((await vault.get(place)) !== null) await vault.remove(place);
  }

  /** Removes expired counts. */
  async sweep(): Promise<void> {
    const { vault } = this.installation.ports;
    for await (const [place, kept] of vault.all('limit/')) {
      const limit = place.split('/')[1] as Limit;
      if (current(kept, limit).count === 0) await vault.remove(place);
    }
  }

  /** Waits for attempts under way, some of which may turn out right. @throws Problem 429 */
  private async takeInTurn(counted: Counted): Promise<void> {
    for (;;) {
      try {
        return await this.take(...counted);
      } catch (error) {
        const others = this.underWay.get(this.placeOf(counted));
        if (!others?.size) throw error;
        await Promise.race(others);
      }
    }
  }

  /** @returns a function that ends the waiting of others. */
  private wait(counted: readonly Counted[]): () => void {
    let settled!: () => void;
    const outcome = new Promise<void>((resolve) => (settled = resolve));
    const places = counted.map((each) => this.placeOf(each));
    for (const place of places)
      this.underWay.set(place, (this.underWay.get(place) ?? new Set<Promise<void>>()).add(outcome));
    return () => {
      for (const place of places) {
        const others = this.underWay.get(place);
        others?.delete(outcome);
        if (others?.size === 0) this.underWay.delete(place);
      }
      settled();
    };
  }

  /** Counts one more, if there is room. @returns the full count; null when it was counted. */
  private async add(counted: Counted, most: number): Promise<Count | null> {
    let full: Count | null = null;
    await this.change(counted, (now) => {
      full = now.count >= most ? now : null;
      return full ? null : { ...now, count: now.count + 1 };
    });
    return full;
  }

  /** Counts one more in any case. @returns the new count */
  private async added(counted: Counted): Promise<number> {
    let count = 0;
    await this.change(counted, (now) => ({ ...now, count: (count = now.count + 1) }));
    return count;
  }

  private giveBack(counted: Counted): Promise<void> {
    return this.change(counted, (now) => (now.count > 0 ? { ...now, count: now.count - 1 } : null));
  }

  /** Compares and swaps until it succeeds; null changes nothing. */
  private async change(counted: Counted, how: (now: Count) => Count | null): Promise<void> {
    await updateIn(this.installation.ports.vault, this.placeOf(counted), (kept) => {
      const next = how(current(kept, counted[0]));
      return next && JSON.stringify(next);
    });
  }

  private placeOf([limit, ...about]: Counted): string {
    return `limit/${limit}/${hmac(this.installation.keys.reservations, limit, ...about)}`;
  }
}

const signIns = (email: string, ip: string | null) =>
  [
    ['accountAndAddress', email, networkOf(ip)],
    ['account', email],
    ['address', networkOf(ip)],
  ] as const satisfies Counted[];

const current = (kept: string | null, limit: Limit): Count => {
  const found = kept === null ? null : (JSON.parse(kept) as Count);
  return found && found.since > Date.now() - LIMITS[limit].within ? found : { count: 0, since: Date.now() };
};
