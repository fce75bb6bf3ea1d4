import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import { hasBody } from '../http/bodies';

/** A body that brings less than this is cut: whoever sends so slowly only holds a connection. */
export const SLOW = { bytesPerSecond: 1_000, within: 30_000 };
const LOOK_MS = 5_000;
/** What is left of a body is of no use once its request was answered: its sender has so long to read the answer. */
const ANSWERED_MS = 10_000;

type Coming = { bytes: number; since: number; answeredAt: number | null };

/** Bodies while they come in, whoever reads them: calls, the engine of sockets, or nobody. */
export class SlowBodies {
  private readonly coming = new Map<IncomingMessage, Coming>();

  constructor(
    private readonly slow = SLOW,
    private readonly answeredMs = ANSWERED_MS,
  ) {}

  /** The class of a server's answers: each tells of the body that comes with its request. */
  answers(): typeof ServerResponse<IncomingMessage> {
    const { coming } = this;
    return class extends ServerResponse<IncomingMessage> {
      constructor(...given: ConstructorParameters<typeof ServerResponse<IncomingMessage>>) {
        super(...given);
        const [request] = given;
        if (!hasBody(request)) return;
        const body: Coming = { bytes: request.socket.bytesRead, since: performance.now(), answeredAt: null };
        coming.set(request, body);
        this.once('finish', () => {
          body.answeredAt = performance.now();
          if (request.complete) return;
          // read here, or Node.js would throw it away where nobody sees in what pieces it comes
          request.read(0);
          request.resume();
        });
      }
    };
  }

  watch(server: Server): void {
    const every = Math.min(LOOK_MS, this.slow.within / 4, this.answeredMs / 2);
    const looking = setInterval(() => this.look(), every).unref();
    server.once('close', () => clearInterval(looking));
  }

  /** Ends the connections by which the rest of a body would come whose request was answered. */
  endAnswered(): void {
    for (const [{ socket, complete }, { answeredAt }] of this.coming)
      if (answeredAt !== null && !complete) socket.destroy();
  }

  private look(): void {
    const now = performance.now();
    for (const [request, body] of this.coming) {
      const { complete, socket } = request;
      if (complete || socket.destroyed) this.coming.delete(request);
      else if (this.isOver(request, body, now)) socket.destroy();
    }
  }

  private isOver({ socket, readableLength, readableFlowing }: IncomingMessage, body: Coming, now: number): boolean {
    const { answeredAt, since, bytes } = body;
    if (answeredAt !== null) return now - answeredAt >= this.answeredMs;
    if (now - since < this.slow.within) return false;
    // what has come and is not read yet is our own slowness
    const isOurs = readableLength > 0 && !readableFlowing;
    if (!isOurs && socket.bytesRead - bytes < (this.slow.bytesPerSecond * (now - since)) / 1_000) return true;
    Object.assign(body, { bytes: socket.bytesRead, since: now });
    return false;
  }
}
