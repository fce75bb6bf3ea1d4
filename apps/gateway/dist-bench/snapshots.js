import './rolldown-runtime-BowF1xt-.js';
// libs/adapters/snapshots/memory.ts
const memorySnapshots = () => {
  const kept = /* @__PURE__ */ new Map();
  return {
    get: (stream) => Promise.resolve(kept.get(stream) ?? null),
    async put(stream, snapshot) {
      if ((kept.get(stream)?.revision ?? -1) < snapshot.revision) kept.set(stream, snapshot);
    },
    close: () => Promise.resolve(),
  };
};
export { memorySnapshots };

//# sourceMappingURL=snapshots.js.map
