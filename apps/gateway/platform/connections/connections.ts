import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { LIVE } from '@dosar/contracts';
import { AnonymousSessions } from './anonymous-sessions';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { networkOf } from './network';
import { closeConnection, type Connection } from './packets';
import { Problem } from '../http/problem';
import { addressOf } from './proxies';
import { sessionConnections } from '../sockets/session-connections';
import { Tokens } from '../access/tokens';

/** Time limit for a connection to identify itself (contract section 6). */
const HANDSHAKE_MS = 3_000;

const BEARER = /^Bearer (\S+)$/i;

/**
 * The access token of a handshake: in a header, or beside the name of our protocol, since browsers let a page set no other
 * header of a websocket.
 */
const tokenOf = ({ headers }: IncomingMessage): string | null => {
  const [, bearer] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return bearer;
  const [protocol, token] = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  return protocol === LIVE.protocol && token ? token : null;
};

/** As read by the engine. */
const transportOf = (request: IncomingMessage): string =>
  (request as IncomingMessage & { readonly _query: { readonly transport: string } })._query.transport;

/** Counted for a user's session, or for an address until it is identified. */
type Counted = { sessionId: string | null; leave: () => void; readonly deadline: NodeJS.Timeout };

/** The engine's connections: their number by owner, and their deadline for identification. */
@Injectable()
export class Connections {
  private readonly anonymous: AnonymousSessions;
  private readonly sessions: ReturnType<typeof sessionConnections>;
  /** Sessions of handshakes with a token. */
  private readonly handshakes = new WeakMap<IncomingMessage, string>();
  private readonly counted = new WeakMap<Connection, Counted>();

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly tokens: Tokens,
  ) {
    const { limits } = installation.config;
    this.anonymous = new AnonymousSessions(limits);
    this.sessions = sessionConnections(limits);
  }

  /** Decides about a handshake before anything is allocated for it; most floods have no token and are answered at once. */
  hasRoom(request: IncomingMessage): boolean | Promise<boolean> {
    const token = tokenOf(request);
    if (token === null) return this.anonymous.hasRoom(this.placeOf(request));
    return this.tokens.verify(token).then(
      ({ sessionId }) => {
        this.handshakes.set(request, sessionId);
        return this.sessions.hasRoom(sessionId);
      },
      () => this.anonymous.hasRoom(this.placeOf(request)),
    );
  }

  /** A handshake became a connection. */
  open(connection: Connection): void {
    const { request } = connection;
    const sessionId = this.handshakes.get(request) ?? null;
    const close = () => closeConnection(connection, 'no user');
    const leave =
      sessionId === null
        ? this.anonymous.enter({ ...this.placeOf(request), close })
        : this.sessions.hasRoom(sessionId) && this.sessions.enter(sessionId);
    // others may have taken the place meanwhile
    if (!leave) return close();
    const counted = { sessionId, leave, deadline: setTimeout(close, HANDSHAKE_MS).unref() };
    this.counted.set(connection, counted);
    connection.once('close', () => {
      clearTimeout(counted.deadline);
      counted.leave();
      this.counted.delete(connection);
    });
  }

  /** Its token was valid. @throws Problem when the session has as many connections as allowed, or this one is closed */
  identify(connection: Connection, sessionId: string): void {
    const counted = this.counted.get(connection);
    if (!counted) throw new Problem('AUTHENTICATION_REQUIRED');
    if (counted.sessionId !== sessionId) {
      const leave = this.sessions.enter(sessionId);
      counted.leave();
      Object.assign(counted, { sessionId, leave });
    }
    clearTimeout(counted.deadline);
  }

  private placeOf(request: IncomingMessage) {
    const ip = addressOf(request, this.installation.config.trustedProxies);
    return { network: networkOf(ip), isPolling: transportOf(request) === 'polling' };
  }
}
