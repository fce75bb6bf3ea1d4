import { randomUUID } from 'node:crypto';
import type { Vault } from '@dosar/kernel/runtime';

/** A process that has not ended its work by then is gone. */
const CLAIM_MS = 10 * 60_000;
/** Of nobody. It stays, since a key can be taken away by its name alone, whoever's it is by then. */
const FREE = '0';

const isFree = (kept: string, now: number) => now - Number(kept.split(' ')[0]) >= CLAIM_MS;

/** Several processes look for what is due: one of them mails it to a person. */
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
