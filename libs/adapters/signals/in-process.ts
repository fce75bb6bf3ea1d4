import { BroadcastChannel } from 'node:worker_threads';
import type { Signal, Signals } from '@dosar/kernel/runtime';
import { memorySignals } from '@dosar/kernel/memory/signals';

/** Between the threads of one process; `name` keeps several installations in one process apart. */
export const inProcessSignals = (name: string): Signals => {
  const here = memorySignals();
  const channel = new BroadcastChannel(`dosar-signals:${name}`);
  channel.unref();
  channel.onmessage = (event) => here.send((event as { data: Signal }).data);
  return {
    ...here,
    send(signal) {
      here.send(signal);
      channel.postMessage(signal);
    },
    close: async () => channel.close(),
  };
};
