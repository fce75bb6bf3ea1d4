import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections whose last request was answered. Node.js closes silent ones; but empty lines, which begin no request, would
 * keep a connection open for ever.
 */
export class IdleConnections {
  private readonly since = new Map<Socket, number>();
  private readonly upgraded = new WeakSet<Socket>();

  constructor(private readonly mostMs: number) {}

  free(socket: Socket): void {
    if (!socket.destroyed && !this.upgraded.has(socket)) this.since.set(socket, performance.now());
  }

  /** A request arrived. */
  take(socket: Socket): void {
    this.since.delete(socket);
  }

  /** It became a websocket. */
  upgrade(socket: Socket): void {
    this.take(socket);
    this.upgraded.add(socket);
  }

  watch(server: Server): void {
    const look = () => {
      const before = performance.now() - this.mostMs;
      for (const [socket, since] of this.since) {
        if (since < before) socket.destroy();
        if (socket.destroyed) this.since.delete(socket);
      }
    };
    const looking = setInterval(look, Math.max(this.mostMs / 8, 1)).unref();
    server.once('close', () => clearInterval(looking));
  }
}
