import type { Signal, Signals } from '../ports';

export const memorySignals = (): Signals => {
  const listeners = new Set<(signal: Signal) => void>();
  return {
    send(signal) {
      for (const listener of listeners) listener(signal);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reach: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
};
