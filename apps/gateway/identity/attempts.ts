import { Inject, Injectable } from '@nestjs/common';
import { hmac } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Problem } from '../platform/problem';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How often what may be guessed or flooded may be tried (contract section 6). */
const LIMITS = {
  accountAndAddress: { most: 10, within: 15 * MINUTE },
  account: { most: 50, within: 24 * HOUR },
  address: { most: 200, within: HOUR },
  /** One sign-in that waits for its second factor, and all of one account. */
  waitingSignIn: { most: 5, within: 5 * MINUTE },
  secondFactor: { most: 20, within: HOUR },
  mailsOfAccount: { most: 3, within: HOUR },
  mailsOfAddress: { most: 30, within: HOUR },
} as const;
type Limit = keyof typeof LIMITS;
/** A limit, and whom it counts. */
type Counted = readonly [limit: Limit, ...about: string[]];

/** Beyond the account's limit every further failure waits longer, but nobody is locked out by others' guessing. */
const DELAY = { step: 500, most: 8_000 } as const;

type Count = { readonly count: number; readonly since: number };

/** Counts of tries, kept in the vault so that a restart forgets none. */
@Injectable()
export class Attempts {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** @throws Problem 429 when this account and address, or this address, failed too often; waits when the account did. */
  async admit(email: string, ip: string | null): Promise<void> {
    if (!this.installation.config.limits) return;
    await this.mustBeWithin(['accountAndAddress', email, ip ?? '']);
    await this.mustBeWithin(['address', ip ?? '']);
    const over = (await this.countOf(['account', email])).count - LIMITS.account.most;
    if (over >= 0) await new Promise((go) => setTimeout(go, Math.min(DELAY.most, (over + 1) * DELAY.step)));
  }

  async failed(email: string, ip: string | null): Promise<void> {
    if (!this.installation.config.limits) return;
    for (const each of signIns(email, ip)) await this.add(each);
  }

  async succeeded(email: string, ip: string | null): Promise<void> {
    for (const each of signIns(email, ip)) await this.forget(each);
  }

  /** Counts a try before its outcome is known, so that parallel ones are counted as well. @throws Problem 429 */
  async take(...counted: Counted): Promise<void> {
    // a code of six digits is guessed so soon that this one limit holds for tests, too
    if (!this.installation.config.limits && counted[0] !== 'waitingSignIn') return;
    await this.mustBeWithin(counted);
    await this.add(counted);
  }

  async forget(counted: Counted): Promise<void> {
    const { vault } = this.installation.ports;
    const place = this.placeOf(counted);
    if ((await vault.get(place)) !== null) await vault.remove(place);
  }

  /** Takes out the counts whose time is over. */
  async sweep(): Promise<void> {
    const { vault } = this.installation.ports;
    for await (const [place, kept] of vault.all('limit/')) {
      const limit = place.split('/')[1] as Limit;
      if (current(kept, limit).count === 0) await vault.remove(place);
    }
  }

  private async mustBeWithin(counted: Counted): Promise<void> {
    const { most, within } = LIMITS[counted[0]];
    const { count, since } = await this.countOf(counted);
    if (count >= most) throw new Problem('TOO_MANY_REQUESTS', null, Math.ceil((since + within - Date.now()) / 1000));
  }

  private async add(counted: Counted): Promise<void> {
    const { vault } = this.installation.ports;
    const place = this.placeOf(counted);
    for (let kept = await vault.get(place); ; kept = await vault.get(place)) {
      const { count, since } = current(kept, counted[0]);
      const next = JSON.stringify({ count: count + 1, since });
      if (kept === null ? await vault.putIfAbsent(place, next) : await vault.replaceIf(place, kept, next)) return;
    }
  }

  private async countOf(counted: Counted): Promise<Count> {
    return current(await this.installation.ports.vault.get(this.placeOf(counted)), counted[0]);
  }

  private placeOf([limit, ...about]: Counted): string {
    return `limit/${limit}/${hmac(this.installation.keys.reservations, limit, ...about)}`;
  }
}

const signIns = (email: string, ip: string | null): Counted[] => [
  ['accountAndAddress', email, ip ?? ''],
  ['account', email],
  ['address', ip ?? ''],
];

const current = (kept: string | null, limit: Limit): Count => {
  const found = kept === null ? null : (JSON.parse(kept) as Count);
  return found && found.since > Date.now() - LIMITS[limit].within ? found : { count: 0, since: Date.now() };
};
