import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import type { Socket } from 'socket.io';
import { LIVE } from '@dosar/contracts';

/** Far more than a console sends: up to 20 events a second, 40 at once, and pongs. */
const PACKETS_A_SECOND = 100;
/** How many are handled before a yield to the event loop. */
const PACKETS_A_PAYLOAD = 50;
/** How long a client may take to close its side. */
const CLOSING_MS = 1_000;
/** A message of 16 KB arrives in a few fragments and a few dozen reads; more is an attempt to use up memory. */
const MAX_FRAGMENTS = 64;
const MAX_CHUNKS = 256;
const POLICY_VIOLATION = 1008;

export type Connection = Socket['conn'];

/** Counts the packets of one connection; returns whether there are too many in a second. */
const packetRate = (isLimited: boolean) => {
  let since = 0;
  let count = 0;
  return (packets: number): boolean => {
    const now = performance.now();
    if (now - since >= 1_000) [since, count] = [now, 0];
    count += packets;
    return isLimited && count > PACKETS_A_SECOND;
  };
};

/** Sends the reason, and at once stops handling messages, ends the engine's session and frees the descriptor. */
const closeWebSocket = (socket: WebSocket, reason: string): void => {
  socket.removeAllListeners('message');
  socket.close(POLICY_VIOLATION, reason);
  socket.emit('error', new Error(reason));
  socket.terminate();
};

/** Closes a connection that behaves like no client of ours. */
export const closeConnection = ({ transport }: Connection, reason: string): void => {
  const { socket } = transport as unknown as { readonly socket?: WebSocket };
  if (socket) closeWebSocket(socket, reason);
  else transport.emit('error', new Error(reason));
};

/** Closes a connection after its pending data is sent. */
export const endConnection = (connection: Connection, reason: string): void => {
  connection.close();
  if (connection.readyState === 'closed') return;
  const late = setTimeout(() => closeConnection(connection, reason), CLOSING_MS).unref();
  connection.once('close', () => clearTimeout(late));
};

/**
 * Websockets that handle one frame in each turn of the event loop: however many have arrived, others get their turns, and
 * the sender is held back by TCP. Control frames, which the engine never sees, count, too.
 */
export const limitedWebSockets = (isLimited: boolean): new (options: ServerOptions) => WebSocketServer =>
  class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({
        ...options,
        allowSynchronousEvents: false,
        maxFragments: MAX_FRAGMENTS,
        maxBufferedChunks: MAX_CHUNKS,
        closeTimeout: CLOSING_MS,
        // the token offered beside it is never echoed
        handleProtocols: (offered: ReadonlySet<string>) => offered.has(LIVE.protocol) && LIVE.protocol,
      } as ServerOptions);
    }

    override handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      callback: (client: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, socket, head, (client, ...more) => {
        const isTooMany = packetRate(isLimited);
        const count = () => void (isTooMany(1) && closeWebSocket(client, 'too many packets'));
        for (const event of ['message', 'ping', 'pong']) client.on(event, count);
        callback(client, ...more);
      });
    }
  };

type Polling = {
  name: string;
  closeTimeout: number;
  onData(payload: string): void;
  onError(reason: string): void;
};
const SEPARATOR = '\x1e';

/** Long-polling payloads are counted before they are parsed. */
const limitPayloads = (transport: Polling, isLimited: boolean): void => {
  const isTooMany = packetRate(isLimited);
  const handle = transport.onData.bind(transport);
  transport.closeTimeout = CLOSING_MS;
  transport.onData = (payload) => {
    const packets = payload.split(SEPARATOR, PACKETS_A_PAYLOAD + 1).length;
    if (packets > PACKETS_A_PAYLOAD || isTooMany(packets)) transport.onError('too many packets');
    else handle(payload);
  };
};

/** Our packets are text of the default namespace: connect, disconnect, event, acknowledgement. */
const PACKET = /^[0-3](?!\/)/;
const CONNECT = '0';

/** Closes a connection that sends other packets than our clients, or connects twice. */
export const checkPackets = (connection: Connection, isLimited: boolean): void => {
  const { transport } = connection;
  if (transport.name === 'polling') limitPayloads(transport as unknown as Polling, isLimited);
  let hasConnected = false;
  connection.on('packet', ({ type, data }: { readonly type: string; readonly data?: unknown }) => {
    if (type !== 'message') return;
    const isConnect = typeof data === 'string' && data.startsWith(CONNECT);
    if (typeof data !== 'string' || !PACKET.test(data) || (isConnect && hasConnected))
      return closeConnection(connection, 'malformed packet');
    hasConnected ||= isConnect;
  });
};
