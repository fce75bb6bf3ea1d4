import { BroadcastChannel } from 'node:worker_threads';
import type { Signal, Signals } from '@dosar/kernel/runtime';
import { memorySignals } from '@dosar/kernel/memory/signals';

const channelOf = (name: string) => {
  const channel = new BroadcastChannel(`dosar-signals:${name}`);
  channel.unref();
  return channel;
};

/**
 * For the serving thread: it receives signals from the other threads and sends them none, since sending to a thread costs
 * more than most of the work of a call. `name` separates several installations in one process.
 */
export const inProcessSignals = (name: string): Signals => {
  const here = memorySignals();
  const channel = channelOf(name);
  channel.onmessage = (event) => here.send((event as { data: Signal }).data);
  return { ...here, close: async () => channel.close() };
};

/** For another thread, which only sends. */
export const threadSignals = (name: string): Signals => {
  const here = memorySignals();
  const channel = channelOf(name);
  return {
    ...here,
    send(signal) {
      here.send(signal);
      channel.postMessage(signal);
    },
    close: async () => channel.close(),
  };
};
