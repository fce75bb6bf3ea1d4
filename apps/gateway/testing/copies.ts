import { memoryEventStore } from '@dosar/kernel/memory/event-store';
import { memoryVault } from '@dosar/kernel/memory/vault';
import type { Ports } from '@dosar/kernel/runtime';

/** Copies of log and vault as they are now. */
export const copyOf = async ({ events, vault }: Pick<Ports, 'events' | 'vault'>) => {
  const log = memoryEventStore();
  const keys = memoryVault();
  const enough = new AbortController();
  const end = await events.head();
  for await (const batch of events.follow(null, enough.signal)) {
    for (const { stream, revision, text } of batch) {
      const { id, type } = JSON.parse(text) as { readonly id: string; readonly type: string };
      await log.append(stream, revision - 1, [{ id, type, text }]);
    }
    if (batch.at(-1)!.position >= end!) break;
  }
  enough.abort();
  for await (const [key, value] of vault.all('')) await keys.putIfAbsent(key, value);
  return { events: log, vault: keys };
};
