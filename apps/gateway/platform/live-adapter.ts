import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import type { Origins } from './origins';

/** An event of a console is a few ids. */
const FRAME_BYTES = 16 * 1024;
/** Whoever opens a connection says who they are soon. */
const HANDSHAKE_MS = 10_000;

/** socket.io on the server that answers requests. */
export class LiveAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly origins: Origins,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    return super.createIOServer(port, {
      ...options,
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: FRAME_BYTES,
      connectTimeout: HANDSHAKE_MS,
      // CORS does not hold for websockets: a page of somebody else is turned away before it may say anything
      allowRequest: (request, answer) => answer(null, this.origins.isOurs(request.headers)),
    } as ServerOptions);
  }

  /** Connections end so that consoles come back by themselves; the HTTP server is its owner's to close. */
  override async close({ engine }: Server): Promise<void> {
    engine.close();
  }
}
