import { readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { SLOW } from './bodies';

type Handle = { readonly fd?: number; readonly writeQueueSize?: number };
const handleOf = (socket: Socket) => (socket as Socket & { readonly _handle?: Handle | null })._handle;

/**
 * Bytes that the kernel holds for each socket until their receipt is confirmed, by inode. It takes megabytes at once, so that
 * without them a receiver of 10 kB/s would seem to take nothing for more than a minute.
 */
const kernelQueues = async (): Promise<ReadonlyMap<string, number>> => {
  const queues = new Map<string, number>();
  for (const table of ['/proc/self/net/tcp', '/proc/self/net/tcp6']) {
    // elsewhere than on Linux nobody says
    const text = await readFile(table, 'latin1').catch(() => '');
    for (const line of text.split('\n').slice(1)) {
      const columns = line.trim().split(/\s+/);
      const [queue, inode] = [columns[4], columns[9]];
      if (queue && inode) queues.set(inode, Number.parseInt(queue, 16));
    }
  }
  return queues;
};

const inodeOf = async (socket: Socket): Promise<string | null> => {
  const link = await readlink(`/proc/self/fd/${handleOf(socket)?.fd}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? null;
};

type Receiver = { at: number; taken: number; credit: number };

/**
 * Kernels ask for more in pieces: one of a receiver of 10 kB/s was seen to ask for 300 kB every 30 s. So nothing may come for
 * longer than what is allowed on average: at the beginning, and after a large piece.
 */
const FIRST_CREDIT = 1.5;
const LARGEST_CREDIT = 3;

/** Finds receivers that take less than they must of what waits for them. */
export const slowReceivers = (slow: typeof SLOW = SLOW) => {
  const least = slow.bytesPerSecond * (slow.within / 1_000);
  const receivers = new WeakMap<Socket, Receiver>();

  const isSlow = async (socket: Socket, queues: ReadonlyMap<string, number>, now: number): Promise<boolean> => {
    const inKernel = queues.get((await inodeOf(socket)) ?? '') ?? 0;
    const waiting = socket.writableLength + inKernel;
    const taken = socket.bytesWritten - socket.writableLength - (handleOf(socket)?.writeQueueSize ?? 0) - inKernel;
    const before = receivers.get(socket);
    // when nothing waits, we are the slow ones; and what the kernels take at the beginning was received by nobody
    if (!before || waiting === 0) {
      receivers.set(socket, { at: now, taken, credit: FIRST_CREDIT * least });
      return false;
    }
    const earned = Math.max(0, taken - before.taken);
    const due = (slow.bytesPerSecond * (now - before.at)) / 1_000;
    const credit = Math.min(before.credit + earned, LARGEST_CREDIT * least) - due;
    receivers.set(socket, { at: now, taken, credit });
    return credit < 0;
  };

  return async (sockets: readonly Socket[]): Promise<readonly Socket[]> => {
    if (sockets.length === 0) return [];
    const [queues, now] = [await kernelQueues(), performance.now()];
    const found = await Promise.all(sockets.map((socket) => isSlow(socket, queues, now)));
    return sockets.filter((_, at) => found[at]);
  };
};
