import { Problem } from '../http/problem';

/** Bursts, refilled at a rate (contract section 6). */
export const RATES = {
  writes: { perSecond: 100, burst: 300 },
  messages: { perSecond: 20, burst: 100 },
  searches: { perSecond: 20, burst: 60 },
  socketEvents: { perSecond: 20, burst: 40 },
  /** Milliseconds of the event loop, charged when an answer is made. */
  reads: { perSecond: 300, burst: 3_000 },
  /** Links of letters, opened without a session, by the caller's network. */
  links: { perSecond: 1, burst: 30 },
} as const;

type Bucket = { left: number; at: number };
const KEPT = 50_000;

/** Token buckets by rate and session, in each process: they guard against floods, and do not measure use. */
export class Limits {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly on: boolean) {}

  /** @throws Problem 429 with the time after which there is room again. */
  take(rate: keyof typeof RATES, who: string, count = 1): void {
    if (!this.on) return;
    const bucket = this.filled(rate, who);
    if (bucket.left < count)
      throw new Problem('TOO_MANY_REQUESTS', null, Math.ceil((count - bucket.left) / RATES[rate].perSecond));
    bucket.left -= count;
  }

  /** Charges a cost, even beyond what is left: then nothing more is allowed until it is refilled. */
  spend(rate: keyof typeof RATES, who: string, cost: number): void {
    if (this.on) this.filled(rate, who).left -= cost;
  }

  private filled(rate: keyof typeof RATES, who: string): Bucket {
    const { perSecond, burst } = RATES[rate];
    const now = Date.now();
    const key = `${rate} ${who}`;
    const bucket = this.buckets.get(key) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.buckets.delete(key);
    if (this.buckets.size >= KEPT) this.buckets.delete(this.buckets.keys().next().value!);
    this.buckets.set(key, bucket);
    return bucket;
  }
}
