import type { Vault } from '../ports';

export const memoryVault = (): Vault => {
  const kept = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(kept.get(key) ?? null),
    async putIfAbsent(key, value) {
      if (kept.has(key)) return false;
      kept.set(key, value);
      return true;
    },
    async replaceIf(key, expected, value) {
      if (kept.get(key) !== expected) return false;
      kept.set(key, value);
      return true;
    },
    async remove(key) {
      kept.delete(key);
    },
    async *all(prefix) {
      for (const key of [...kept.keys()].filter((each) => each.startsWith(prefix)).sort()) {
        const value = kept.get(key);
        if (value !== undefined) yield [key, value] as const;
      }
    },
    close: () => Promise.resolve(),
  };
};
