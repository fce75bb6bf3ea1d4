import { Inject, Injectable } from '@nestjs/common';
import { hmac } from '@dosar/kernel';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Problem } from '../platform/problem';

const MINUTE = 60_000;
const LIMITS = {
  accountAndAddress: { most: 10, within: 15 * MINUTE },
  account: { most: 50, within: 24 * 60 * MINUTE },
  address: { most: 200, within: 60 * MINUTE },
} as const;
type Limit = keyof typeof LIMITS;

/** Beyond the account's limit every further failure waits longer, but nobody is locked out by others' guessing. */
const DELAY = { step: 500, most: 8_000 } as const;

type Count = { readonly count: number; readonly since: number };

/** Failed sign-ins, counted in the vault so that a restart forgets none; only failures count. */
@Injectable()
export class Attempts {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** @throws Problem 429 when this account and address, or this address, failed too often; waits when the account did. */
  async admit(email: string, ip: string | null): Promise<void> {
    if (!this.installation.config.limits) return;
    for (const limit of ['accountAndAddress', 'address'] as const) {
      const { count, since } = await this.countOf(limit, email, ip);
      if (count >= LIMITS[limit].most)
        throw new Problem('TOO_MANY_REQUESTS', null, Math.ceil((since + LIMITS[limit].within - Date.now()) / 1000));
    }
    const over = (await this.countOf('account', email, ip)).count - LIMITS.account.most;
    if (over >= 0) await new Promise((go) => setTimeout(go, Math.min(DELAY.most, (over + 1) * DELAY.step)));
  }

  async failed(email: string, ip: string | null): Promise<void> {
    if (!this.installation.config.limits) return;
    const { vault } = this.installation.ports;
    for (const limit of Object.keys(LIMITS) as Limit[]) {
      const place = this.placeOf(limit, email, ip);
      for (let kept = await vault.get(place); ; kept = await vault.get(place)) {
        const { count, since } = current(kept, limit);
        const next = JSON.stringify({ count: count + 1, since });
        if (kept === null ? await vault.putIfAbsent(place, next) : await vault.replaceIf(place, kept, next)) break;
      }
    }
  }

  async succeeded(email: string, ip: string | null): Promise<void> {
    const { vault } = this.installation.ports;
    for (const limit of Object.keys(LIMITS) as Limit[]) {
      const place = this.placeOf(limit, email, ip);
      if ((await vault.get(place)) !== null) await vault.remove(place);
    }
  }

  /** Takes out the counts whose time is over. */
  async sweep(): Promise<void> {
    const { vault } = this.installation.ports;
    for await (const [place, kept] of vault.all('limit/')) {
      const limit = place.split('/')[1] as Limit;
      if (current(kept, limit).count === 0) await vault.remove(place);
    }
  }

  private async countOf(limit: Limit, email: string, ip: string | null): Promise<Count> {
    return current(await this.installation.ports.vault.get(this.placeOf(limit, email, ip)), limit);
  }

  private placeOf(limit: Limit, email: string, ip: string | null): string {
    const about = { accountAndAddress: [email, ip ?? ''], account: [email], address: [ip ?? ''] }[limit];
    return `limit/${limit}/${hmac(this.installation.keys.emails, limit, ...about)}`;
  }
}

const current = (kept: string | null, limit: Limit): Count => {
  const found = kept === null ? null : (JSON.parse(kept) as Count);
  return found && found.since > Date.now() - LIMITS[limit].within ? found : { count: 0, since: Date.now() };
};
