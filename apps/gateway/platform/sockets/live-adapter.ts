import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, ServerOptions } from 'socket.io';
import type { Config } from '../hosting/config';
import { Connections } from '../connections/connections';
import type { Headers } from '../http/headers';
import { LoopTurns } from '../writes/loop-turns';
import { Origins } from '../http/origins';
import { checkPackets, limitedWebSockets, type Connection } from '../connections/packets';
import { addressOf } from '../connections/proxies';
import { rawAnswer, problemBody } from '../http/raw-answer';

/** An event of a console is a few ids. */
const FRAME_BYTES = 16 * 1024;
/** Whose a connection is may be known before the server knows what they may do. */
const READY_MS = 10_000;
/** After that the places of those who did not say who they are, are free. */
const RETRY_SECONDS = 3;

type Decide = (error: null, isAllowed: boolean) => void;
type Handshake = IncomingMessage & { readonly res?: ServerResponse };

/** socket.io on the server that answers requests. */
export class LiveAdapter extends IoAdapter {
  constructor(
    private readonly app: INestApplicationContext,
    private readonly config: Config,
    private readonly headers: Headers,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const { limits, trustedProxies } = this.config;
    const turns = this.app.get(LoopTurns, { strict: false });
    const connections = this.app.get(Connections, { strict: false });
    const origins = this.app.get(Origins, { strict: false });
    const server = super.createIOServer(port, {
      ...options,
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: FRAME_BYTES,
      connectTimeout: READY_MS,
      wsEngine: limitedWebSockets(limits),
      // who answers what is no socket of ours is said in http-server
      destroyUpgrade: false,
      allowRequest: (request: Handshake, decide: Decide) => {
        // CORS does not hold for websockets: a page of somebody else is turned away before it may say anything
        if (!origins.isOurs(request.headers)) return decide(null, false);
        const answer = (hasRoom: boolean) => (hasRoom ? decide(null, true) : this.refuse(request));
        // most floods are of handshakes: others have their turn between two of an address
        const ip = addressOf(request, trustedProxies);
        void turns
          .mayBegin({ actor: null, ip })
          .then(() => connections.hasRoom(request))
          .then(answer);
      },
    } as unknown as ServerOptions);
    const { engine } = server;
    engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
      for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
      next();
    });
    engine.on('connection', (connection: Connection) => {
      checkPackets(connection, limits);
      connections.open(connection);
    });
    return server;
  }

  /** Connections end so that consoles come back by themselves; the HTTP server is its owner's to close. */
  override async close({ engine }: Server): Promise<void> {
    engine.close();
  }

  private refuse({ res: response, socket }: Handshake): void {
    const more = { 'retry-after': String(RETRY_SECONDS) };
    if (!response) return rawAnswer(socket, '429 Too Many Requests', 'TOO_MANY_REQUESTS', { ...this.headers, ...more });
    const { body, headers } = problemBody('TOO_MANY_REQUESTS');
    response.writeHead(429, { ...headers, ...more }).end(body);
  }
}
