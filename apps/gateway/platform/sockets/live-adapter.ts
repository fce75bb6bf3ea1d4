import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, ServerOptions } from 'socket.io';
import type { Config } from '../hosting/config';
import { LIVE } from '@dosar/contracts';
import { Connections } from '../connections/connections';
import type { Headers } from '../http/headers';
import { LoopTurns } from '../writes/loop-turns';
import { Origins } from '../http/origins';
import { checkPackets, limitedWebSockets, type Connection } from '../connections/packets';
import { addressOf } from '../connections/proxies';
import { rawAnswer, problemBody } from '../http/raw-answer';

/** Events of consoles are a few ids. */
const FRAME_BYTES = 16 * 1024;
/** How long a connection may wait for rights to be loaded. */
const READY_MS = 10_000;
/** By then the places of unidentified connections are free. */
const RETRY_SECONDS = 3;

type Decide = (error: null, isAllowed: boolean) => void;
type Handshake = IncomingMessage & { readonly res?: ServerResponse };

/** socket.io on the HTTP server. */
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
      pingInterval: LIVE.beat,
      wsEngine: limitedWebSockets(limits),
      // http-server answers other upgrades
      destroyUpgrade: false,
      allowRequest: (request: Handshake, decide: Decide) => {
        // CORS does not apply to websockets: foreign origins are refused before anything is received
        if (!origins.isOurs(request.headers)) return decide(null, false);
        const answer = (hasRoom: boolean) => (hasRoom ? decide(null, true) : this.refuse(request));
        // most floods are of handshakes: others get their turn between two of an address
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

  /** Closes connections so that consoles reconnect; the HTTP server is closed by its owner. */
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
