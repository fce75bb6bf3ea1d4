import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { acceptedBy, unacknowledged } from './send-queues';
import { SLOW } from './slow-bodies';

const LOOK_MS = 5_000;

type Waiting = {
  /** As of the last look. */
  lookedAt: number;
  accepted: number;
  /** What its peer had acknowledged when it became slow. */
  slow: { readonly since: number; readonly acknowledged: number } | null;
};

/** Closes connections that do not read what is sent to them: the minimum rate is that of bodies. */
export const cutSlowReaders = (server: Server, slow: typeof SLOW = SLOW): void => {
  const sockets = new Set<Socket>();
  const waiting = new WeakMap<Socket, Waiting>();
  const isEnough = (bytes: number, ms: number) => bytes >= (slow.bytesPerSecond * ms) / 1_000;

  /** Whether the kernel has accepted so little since the last look that only acknowledgements can tell. */
  const isDoubtful = (socket: Socket, now: number): boolean => {
    const accepted = acceptedBy(socket);
    if (socket.writableLength === 0 || accepted === null) return waiting.delete(socket) && false;
    const before = waiting.get(socket) ?? { lookedAt: now, accepted, slow: null };
    const isFast = now > before.lookedAt && isEnough(accepted - before.accepted, now - before.lookedAt);
    waiting.set(socket, { lookedAt: now, accepted, slow: isFast ? null : before.slow });
    return !isFast;
  };

  const judge = (socket: Socket, queued: number): void => {
    const state = waiting.get(socket);
    const accepted = acceptedBy(socket);
    const now = performance.now();
    if (!state || accepted === null) return;
    const acknowledged = accepted - queued;
    const since = state.slow?.since ?? now;
    if (state.slow && now - since < slow.within) return;
    if (state.slow && !isEnough(acknowledged - state.slow.acknowledged, now - since)) socket.resetAndDestroy();
    else state.slow = { since: now, acknowledged };
  };

  const look = async () => {
    const now = performance.now();
    const doubtful = [...sockets].filter((socket) => isDoubtful(socket, now));
    if (doubtful.length === 0) return;
    for (const [socket, queued] of await unacknowledged(doubtful)) judge(socket, queued);
  };
  const looking = setInterval(() => void look(), Math.min(LOOK_MS, slow.within / 4)).unref();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.once('close', () => clearInterval(looking));
};
