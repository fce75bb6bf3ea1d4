import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { WholesomeRequest } from '../connections/crumbs';
import type { Headers } from './headers';
import { IdleConnections } from '../connections/idle-connections';
import { networkOf } from '../connections/network';
import { handleInTurn } from '../connections/pipelined';
import { SlowBodies } from '../connections/slow-bodies';
import { cutSlowReaders } from '../connections/slow-readers';
import { Strangers } from '../connections/strangers';
import { answerUnread } from './unread';

/** Uploads over slow connections take long; headers do not. */
const REQUEST_MS = 15 * 60 * 1000;
/** Longer than proxies keep idle connections for reuse, and than clients are told, whose clocks tick late on a busy machine. */
const KEEP_ALIVE_MS = 72_000;
const TOLD_SECONDS = 62;
const WAITS = { within: 15_000, check: 2_000, idle: KEEP_ALIVE_MS + 3_000 };

/** The rest of the descriptors is for files of calls. */
const SHARE_OF_FILES = 0.75;
const FILES = 1_024;

const openFiles = (): number => {
  try {
    const [, soft] = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? FILES : Number(soft);
  } catch {
    // not on Linux
    return FILES;
  }
};

/** Sends "100 continue" once a handler reads the body, after rights were checked. */
const goOnOnceRead = (request: IncomingMessage, response: ServerResponse): void => {
  const { shouldKeepAlive } = response;
  // a refused body is not sent, and the beginning of the next request could not be found
  response.shouldKeepAlive = false;
  const goOn = (event: string | symbol) => {
    if (event !== 'data' && event !== 'readable') return;
    request.off('newListener', goOn);
    if (response.headersSent) return;
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  };
  request.on('newListener', goOn);
};

/** Who sends the next request just as the connection is closed would lose it, and not know whether it was received. */
const sayingHowLong =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    response.setHeader('keep-alive', `timeout=${TOLD_SECONDS}`);
    handle(request, response);
  };

const networkOfPeer = ({ socket }: IncomingMessage): string => networkOf(socket.remoteAddress ?? null);

type Options = {
  readonly waits?: typeof WAITS;
  readonly bodies?: SlowBodies;
  /** The network a request counts for: the peer's, when no proxy is trusted. */
  readonly networkOf?: (request: IncomingMessage) => string;
};

/** The HTTP server: every connection ends eventually, whatever its client does. */
export const httpServer = (
  answer: RequestListener,
  headers: Headers,
  { waits = WAITS, bodies = new SlowBodies(), networkOf: of = networkOfPeer }: Options = {},
): Server => {
  const handle = sayingHowLong(answer);
  const server = createServer(
    {
      requestTimeout: REQUEST_MS,
      headersTimeout: waits.within,
      connectionsCheckingInterval: waits.check,
      keepAliveTimeout: KEEP_ALIVE_MS,
      IncomingMessage: WholesomeRequest,
      ServerResponse: bodies.answers(),
    },
    handle,
  );
  server.on('checkContinue', (request, response) => {
    goOnOnceRead(request, response);
    handle(request, response);
  });
  server.maxConnections = Math.floor(openFiles() * SHARE_OF_FILES);
  // idle connections make room for the next
  server.on('drop', () => {
    server.closeIdleConnections();
    bodies.endAnswered();
  });
  server.on('upgrade', ({ url = '' }: IncomingMessage, socket: Duplex) => {
    if (!url.startsWith('/socket.io/')) answerUnread({} as NodeJS.ErrnoException, socket as Socket, headers);
  });
  cutSlowReaders(server);
  bodies.watch(server);
  const idle = new IdleConnections(waits.idle);
  idle.watch(server);
  handleInTurn(server, idle, new Strangers(of));
  return server;
};
