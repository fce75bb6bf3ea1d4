import { randomUUID } from 'node:crypto';
import type { Vault } from '@dosar/kernel/runtime';

/** Lease of a claim: a process that has not finished by then is gone. */
const CLAIM_MS = 10 * 60_000;
/** The value of a free claim. It is not removed, since removal cannot check the owner. */
const FREE = '0';

const isFree = (kept: string, now: number) => now - Number(kept.split(' ')[0]) >= CLAIM_MS;

/** Several processes look for due digests: a claim lets one of them mail a person. */
export const claims =
  (vault: Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>, now: () => number = Date.now) =>
  async (userId: string, work: () => Promise<void>): Promise<void> => {
    const key = `digest/${userId}`;
    const mine = `${now()} ${randomUUID()}`;
    const kept = await vault.get(key);
    const isMine =
      kept === null
        ? await vault.putIfAbsent(key, mine)
        : isFree(kept, now()) && (await vault.replaceIf(key, kept, mine));
    if (!isMine) return;
    try {
      await work();
    } finally {
      await vault.replaceIf(key, mine, FREE);
    }
  };
