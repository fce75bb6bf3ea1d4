import { Problem } from './problem';

/** So many at once, refilled at a rate (contract section 6). */
export const RATES = {
  writes: { perSecond: 100, burst: 300 },
  messages: { perSecond: 20, burst: 100 },
  searches: { perSecond: 20, burst: 60 },
  socketEvents: { perSecond: 20, burst: 40 },
} as const;

type Bucket = { left: number; at: number };
const KEPT = 50_000;

/** Token buckets by rate and session. One process's own: a rate is a guard against floods, not an account of use. */
export class Limits {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly on: boolean) {}

  /** @throws Problem 429 with the time after which there is room again. */
  take(rate: keyof typeof RATES, who: string): void {
    if (!this.on) return;
    const { perSecond, burst } = RATES[rate];
    const now = Date.now();
    const key = `${rate} ${who}`;
    const bucket = this.buckets.get(key) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.buckets.delete(key);
    if (this.buckets.size >= KEPT) this.buckets.delete(this.buckets.keys().next().value!);
    this.buckets.set(key, bucket);
    if (bucket.left < 1) throw new Problem('TOO_MANY_REQUESTS', null, Math.ceil((1 - bucket.left) / perSecond));
    bucket.left -= 1;
  }
}
