import { Conflict, type EventStore, type EncodedRecord, type StoredRecord } from '../ports';
import { wakeUp } from '../async/wake-up';

const BATCH = 1_000;

/** An event store in memory, for tests. */
export const memoryEventStore = (): EventStore => {
  const log: (StoredRecord & { readonly id: string })[] = [];
  const streams = new Map<string, (typeof log)[number][]>();
  const news = wakeUp();

  const isThere = (stream: string, seen: number, records: readonly EncodedRecord[]) => {
    const found = streams.get(stream)?.slice(seen + 1, seen + 1 + records.length) ?? [];
    return found.length === records.length && found.every(({ id }, at) => id === records[at]!.id)
      ? found.at(-1)!
      : null;
  };

  return {
    async append(stream, seen, records) {
      const current = (streams.get(stream)?.length ?? 0) - 1;
      if (current !== seen) {
        const before = isThere(stream, seen, records);
        if (before) return { revision: before.revision, position: before.position };
        throw new Conflict(`${stream} is at revision ${current}, not ${seen}`);
      }
      const kept = streams.get(stream) ?? streams.set(stream, []).get(stream)!;
      for (const { id, text } of records) {
        const record = { id, text, stream, revision: kept.length, position: BigInt(log.length + 1) };
        kept.push(record);
        log.push(record);
      }
      news.wake();
      return { revision: kept.length - 1, position: BigInt(log.length) };
    },
    async *read(stream, from = 0, limit = Infinity) {
      const found = (streams.get(stream) ?? []).slice(from, from + limit);
      for (let at = 0; at < found.length; at += BATCH) yield found.slice(at, at + BATCH);
    },
    async *follow(after, signal) {
      signal.addEventListener('abort', news.wake, { once: true });
      for (let next = Number(after ?? 0n); !signal.aborted;) {
        const seen = news.now();
        const batch = log.slice(next, next + BATCH);
        if (batch.length === 0) await news.since(seen);
        else yield batch;
        next += batch.length;
      }
    },
    at: async (positions) => positions.map((position) => log[Number(position) - 1] ?? null),
    async head() {
      return log.at(-1)?.position ?? null;
    },
    async close() {},
  };
};
