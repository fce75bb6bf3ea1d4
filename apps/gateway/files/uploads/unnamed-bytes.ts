import { pace, type EventStore, type StoredBlob } from '@dosar/kernel/runtime';

const NAMED = /"blobId":"([^"]+)"/g;

/** The bytes that no event names: from the log itself, since a view may be wrong. */
export const unnamedIn = async (
  events: Pick<EventStore, 'follow' | 'head'>,
  found: readonly StoredBlob[],
): Promise<readonly StoredBlob[]> => {
  const left = new Map(found.map((each) => [each.id, each]));
  const end = await events.head();
  if (left.size === 0 || end === null) return found;
  const enough = new AbortController();
  const rest = pace();
  for await (const batch of events.follow(null, enough.signal)) {
    for (const { text } of batch) {
      for (const [, id] of text.matchAll(NAMED)) left.delete(id!);
      await rest();
    }
    if (left.size === 0 || batch.at(-1)!.position >= end) break;
  }
  enough.abort();
  return [...left.values()];
};

export const bytesIn = (found: readonly StoredBlob[]): number => found.reduce((sum, { size }) => sum + size, 0);
