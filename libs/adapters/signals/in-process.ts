import { BroadcastChannel } from 'node:worker_threads';
import type { Signal, Signals } from '@dosar/kernel/runtime';
import { memorySignals } from '@dosar/kernel/memory/signals';

const channelOf = (name: string) => {
  const channel = new BroadcastChannel(`dosar-signals:${name}`);
  channel.unref();
  return channel;
};

/**
 * Of the thread that serves: it hears those beside it, and tells them nothing, since to tell a thread costs more than most
 * of what a call does. `name` keeps several installations in one process apart.
 */
export const inProcessSignals = (name: string): Signals => {
  const here = memorySignals();
  const channel = channelOf(name);
  channel.onmessage = (event) => here.send((event as { data: Signal }).data);
  return { ...here, close: async () => channel.close() };
};

/** Of a thread beside it, which tells and hears nobody else. */
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
