import type { Snapshot, Snapshots } from '@dosar/kernel';

export const memorySnapshots = (): Snapshots => {
  const kept = new Map<string, Snapshot>();
  return {
    get: (stream) => Promise.resolve(kept.get(stream) ?? null),
    async put(stream, snapshot) {
      if ((kept.get(stream)?.revision ?? -1) < snapshot.revision) kept.set(stream, snapshot);
    },
    close: () => Promise.resolve(),
  };
};
