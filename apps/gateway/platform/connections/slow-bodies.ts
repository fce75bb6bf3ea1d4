import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import { hasBody } from '../http/bodies';

/** A slower body is cut off, since it only occupies a connection. */
export const SLOW = { bytesPerSecond: 1_000, within: 30_000 };
const LOOK_MS = 5_000;
/** How long a client may take to read the answer when the rest of its body is not needed any more. */
const ANSWERED_MS = 10_000;

type Coming = { bytes: number; since: number; answeredAt: number | null };

/** Bodies being received, whoever reads them: endpoints, the sockets' engine, or nobody. */
export class SlowBodies {
  private readonly coming = new Map<IncomingMessage, Coming>();

  constructor(
    private readonly slow = SLOW,
    private readonly answeredMs = ANSWERED_MS,
  ) {}

  /** The response class of a server, which registers the body of each request. */
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
          // read here, since otherwise Node.js would discard it without the chunks being counted
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

  /** Closes connections that still send a body after their request was answered. */
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
    // received but unread data is our own delay
    const isOurs = readableLength > 0 && !readableFlowing;
    if (!isOurs && socket.bytesRead - bytes < (this.slow.bytesPerSecond * (now - since)) / 1_000) return true;
    Object.assign(body, { bytes: socket.bytesRead, since: now });
    return false;
  }
}
