import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@dosar/contracts';
import { updateIn } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';

/** Limits of a person's unfinished uploads. */
const UNFINISHED = { uploads: 200, bytes: 2 * 1024 ** 3 } as const;
const AGAIN_SECONDS = 60;

type Unfinished = { readonly bytes: number; readonly expiresAt: number };
/** By the id of the upload. */
type All = Readonly<Record<string, Unfinished>>;

const PLACE = 'unfinished-uploads/';

const unexpired = (kept: string | null, now: number): All => {
  const all = kept === null ? {} : (JSON.parse(kept) as All);
  return Object.fromEntries(Object.entries(all).filter(([, { expiresAt }]) => expiresAt > now));
};

/**
 * Counts the unfinished uploads of each person. Each is counted atomically before anything else is stored of it, so that
 * concurrent ones cannot exceed the limit. One left over by a crash expires.
 */
@Injectable()
export class UnfinishedCounts {
  /** A person's requests wait for each other here, instead of retrying in vain. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** @throws Problem 429 */
  begin(userId: string, id: string, { length, expiresAt }: { readonly length: number; readonly expiresAt: number }) {
    return this.change(userId, (all) => {
      if (id in all) return all;
      const next: All = { ...all, [id]: { bytes: Math.min(length, FILE_LIMITS.zip), expiresAt } };
      const sizes = Object.values(next).map(({ bytes }) => bytes);
      const isFull = sizes.length > UNFINISHED.uploads || sizes.reduce((sum, each) => sum + each) > UNFINISHED.bytes;
      if (isFull && this.installation.config.limits) throw new Problem('TOO_MANY_REQUESTS', null, AGAIN_SECONDS);
      return next;
    });
  }

  end(userId: string, id: string): Promise<void> {
    return this.change(userId, ({ [id]: _, ...others }) => others);
  }

  private change(userId: string, how: (all: All) => All): Promise<void> {
    const change = async () => {
      const changed = (kept: string | null) => JSON.stringify(how(unexpired(kept, Date.now())));
      await updateIn(this.installation.ports.vault, `${PLACE}${userId}`, changed);
    };
    const mine = (this.last.get(userId) ?? Promise.resolve()).then(change);
    const settled = mine.catch(() => undefined); // the caller gets the error
    this.last.set(userId, settled);
    void settled.then(() => this.last.get(userId) === settled && this.last.delete(userId));
    return mine;
  }
}
