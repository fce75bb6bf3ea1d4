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

/** Whoever opens a connection says who they are within (contract section 6). */
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

/** As the engine has read it. */
const transportOf = (request: IncomingMessage): string =>
  (request as IncomingMessage & { readonly _query: { readonly transport: string } })._query.transport;

/** Counted for a session of a person, or for an address until it says whose it is. */
type Counted = { sessionId: string | null; leave: () => void; readonly deadline: NodeJS.Timeout };

/** The engine's connections: how many there may be, of whom, and until when they have to be somebody's. */
@Injectable()
export class Connections {
  private readonly anonymous: AnonymousSessions;
  private readonly sessions: ReturnType<typeof sessionConnections>;
  /** Whose the handshakes are that carry a token. */
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

  /** Whether a handshake may go on, before anything is made for it; most floods bring no token and are answered at once. */
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
    // others may have come in the meantime
    if (!leave) return close();
    const counted = { sessionId, leave, deadline: setTimeout(close, HANDSHAKE_MS).unref() };
    this.counted.set(connection, counted);
    connection.once('close', () => {
      clearTimeout(counted.deadline);
      counted.leave();
      this.counted.delete(connection);
    });
  }

  /** Its token was good. @throws Problem when the session has as many connections as it may, or this one is over */
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
