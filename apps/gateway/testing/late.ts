import type { Ports } from '@dosar/kernel/runtime';

/** Ports with a delay, as over a network. */
export const late = <P extends Ports>(ports: P, ms = 20): P => ({
  ...ports,
  events: {
    ...ports.events,
    async *follow(after, signal) {
      for await (const batch of ports.events.follow(after, signal)) {
        await new Promise((go) => setTimeout(go, ms));
        yield batch;
      }
    },
  },
});
