import { Inject, type OnModuleDestroy } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { checked, eventFeatures, Handshake, isOffered, type LiveEvent } from '@dosar/contracts';
import { pace, typeOf, type Position, type Signal, type StoredRecord } from '@dosar/kernel/runtime';
import { changesRights } from '@dosar/domain/identity/access.projector';
import type { Announcement } from './announcer';
import { Rooms } from './audience';
import type { Caller } from '../access/call';
import { Connections } from '../connections/connections';
import { CONTEXTS, type GatewayContext } from '../hosting/context';
import { endingSlowConsumers } from './slow-consumers';
import { eachInTurn } from '../writes/each-in-turn';
import { EPHEMERAL_TOPIC } from './ephemeral';
import { answerEvent } from './console-events';
import { actorOf } from '../access/guard';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { Listeners } from './listeners';
import { LiveLog } from './live-log';
import { messagesOf, sendAnnounced, type LiveMessage } from './live-message';
import { ConnectionRegistry } from './connection-registry';
import { endConnection } from '../connections/packets';
import { Problem } from '../http/problem';
import { isOurFault, refusalOf } from './refusal-of';
import { Tokens } from '../access/tokens';
import { ACCESS_MEMORY } from '../reads/views';

/** Unused sessions also end by themselves. */
const LOOK_MS = 60_000;
/** How often lagging views are waited for. */
const WAITS = 15;

type Told = Readonly<Record<string, (body: object) => void>>;
type Known = { actor: Caller; since: Position | null; isWelcome: boolean; refusals: number };
type LiveServer = Server<Record<string, never>, Told, Record<string, never>, Known>;
type LiveSocket = Socket<Record<string, never>, Told, Record<string, never>, Known>;

/** The sockets: who may open one, what they receive, and when they end. */
@WebSocketGateway()
export class Live implements OnGatewayInit<LiveServer>, OnGatewayConnection<LiveSocket>, OnModuleDestroy {
  private server!: LiveServer;
  private readonly log: LiveLog;
  private readonly rooms: Rooms;
  private readonly stopping = new AbortController();
  private readonly looking = setInterval(() => void this.settling.ask(), LOOK_MS).unref();
  /** For thousands this takes a tenth of a second; nothing is announced before all rooms are up to date. */
  private readonly settling = eachInTurn<LiveSocket>(() => this.sockets(), this.settle.bind(this));
  /** Everything up to this position was announced. */
  private at: Position | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly rest = pace();
  private readonly endDeafLines = endingSlowConsumers(() => this.sockets());

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    @Inject(CONTEXTS) contexts: readonly GatewayContext[],
    private readonly tokens: Tokens,
    private readonly listeners: Listeners,
  ) {
    const { ports, config, findings, access, logger } = installation;
    this.rooms = new Rooms(
      access,
      contexts.flatMap(({ audiences }) => audiences),
    );
    this.log = new LiveLog({
      events: ports.events,
      announcers: contexts.flatMap(({ announcers }) => announcers),
      offered: config.features,
      onStop: ({ name }, eventId, error) => {
        findings.add('sockets', `the announcer ${name} stopped at event ${eventId}: ${error.message}`);
        logger.error({ err: error, event_id: eventId, announcer: name }, 'an announcer stopped');
        this.resync();
      },
    });
    this.deafen = ports.signals.listen((signal) => this.hearOfOthers(signal));
  }
  private readonly deafen: () => void;
  @Inject(ConnectionRegistry) private readonly lines!: ConnectionRegistry;
  @Inject(Connections) private readonly connections!: Connections;

  afterInit(server: LiveServer): void {
    this.server = server;
    server.use((socket, next) => {
      this.identify(socket).then(
        () => next(),
        (error: unknown) => this.failed(error, () => this.refuse(socket, next, refusalOf(error))),
      );
    });
    void this.follow();
  }

  handleConnection(socket: LiveSocket): void {
    socket.use((sent: unknown[]) => void answerEvent(this.installation, this.listeners, socket, sent));
    socket.once('disconnect', () => {
      this.lines.close(socket.data.actor.id, socket.id);
      // a connection without its socket would have no owner
      endConnection(socket.conn, 'disconnected');
    });
    void this.welcome(socket).catch((error: unknown) => this.failed(error, () => socket.disconnect(true)));
  }

  onModuleDestroy(): void {
    clearInterval(this.looking);
    this.stopping.abort();
    this.deafen();
  }

  private async follow(): Promise<void> {
    const { access, logger } = this.installation;
    await access.ready;
    this.at = access.position;
    const onFailure = (error: Error) => logger.error({ err: error }, 'the sockets do not hear of the log');
    await this.log.follow(this.at, this.stopping.signal, (batch) => this.hear(batch), onFailure);
  }

  /** Consoles retry by themselves, so nobody else would report what keeps them out. */
  private failed(error: unknown, refuse: () => void): void {
    if (isOurFault(error) && !this.stopping.signal.aborted)
      this.installation.logger.error({ err: error }, 'a socket could not be let in');
    refuse();
  }

  /** The response is written in the next turn. */
  private refuse({ conn }: LiveSocket, next: (error: Error) => void, why: string): void {
    next(new Error(why));
    setImmediate(() => endConnection(conn, why));
  }

  /** @throws Problem when the user is unknown or deleted. */
  private async identify(socket: LiveSocket): Promise<void> {
    const { data, broken } = checked(Handshake, socket.handshake.auth);
    if (!data) throw new Problem(broken.has('token') ? 'AUTHENTICATION_REQUIRED' : 'VALIDATION_FAILED');
    const { token, since } = data;
    const { userId, sessionId } = await this.tokens.verify(token);
    this.connections.identify(socket.conn, sessionId);
    await this.installation.access.ready;
    const actor = actorOf(this.installation, userId, sessionId);
    socket.data = { actor, since: since === undefined ? null : BigInt(since), isWelcome: false, refusals: 0 };
  }

  /** First what was missed, then, without a gap, what happens from now on. */
  private async welcome(socket: LiveSocket): Promise<void> {
    const { since } = socket.data;
    // nothing may be awaited between the last look at the announced position and joining the rooms
    let told = since;
    let isAll = since === null || (await this.log.reaches(since));
    while (isAll && told !== null && this.at !== null && told < this.at) {
      const upTo: Position = this.at;
      const missed = await this.log.missed(told, upTo, this.concerns(socket));
      const messages = await this.messagesOf(missed ?? []);
      // nothing is sent of rights lost meanwhile
      const isStill = this.concerns(socket);
      for (const message of messages) if (message && isStill(message)) socket.emit(message.event, message.body);
      isAll = missed !== null;
      told = upTo;
    }
    if (!isAll || this.log.isSilent) socket.emit('resync', {});
    socket.data.isWelcome = true;
    this.settle(socket);
    if (socket.connected) this.lines.open(socket.data.actor.id, socket.id);
  }

  private hear(batch: readonly StoredRecord[]): void {
    const position = batch.at(-1)!.position;
    const isOfRights = batch.some((each) => changesRights(typeOf(each)));
    const { views, logger } = this.installation;
    const settled = isOfRights ? views.reach([ACCESS_MEMORY], position).then(this.settling.ask) : null;
    const failed = (error: unknown) => {
      logger.error({ err: error }, 'what happened could not be told to the sockets');
      this.resync();
    };
    this.turn = this.turn
      .then(() => settled)
      .then(() => this.tell(batch, position))
      .catch(failed)
      .then(() => void (this.at = position))
      .then(this.rest);
  }

  /** Whether something is for a socket's user, as of now. */
  private concerns({ data }: LiveSocket): (about: Pick<Announcement, 'to'>) => boolean {
    const own = this.rooms.for(data.actor);
    return ({ to }) => this.rooms.of(to).some((room) => own.has(room));
  }

  private async tell(batch: readonly StoredRecord[], position: Position): Promise<void> {
    const { announcements, views: shown } = this.log.announce(batch);
    if (announcements.length === 0) return;
    const { views } = this.installation;
    const isThere = () => views.reach([ACCESS_MEMORY, ...shown], position);
    for (let waits = 0; waits < WAITS && !(await isThere()); waits += 1);
    const isHeard = ({ to }: Announcement) =>
      this.rooms.of(to).some((room) => this.server.sockets.adapter.rooms.has(room));
    const tell = (messages: readonly LiveMessage[]) => {
      for (const message of messages) this.send(message);
      this.at = position;
    };
    await sendAnnounced(announcements, isHeard, this.messagesOf, tell);
  }

  private readonly messagesOf = (all: readonly Announcement[]): Promise<(LiveMessage | null)[]> =>
    messagesOf(all, this.installation.ports.reads, this.installation.access);

  private send({ to, except = {}, event, body }: LiveMessage): void {
    this.server.to(this.rooms.of(to)).except(this.rooms.of(except)).emit(event, body);
    this.endDeafLines();
  }

  /** Ephemeral events from here or another gateway. */
  private hearOfOthers(signal: Signal): void {
    const asking = this.rooms.asked.hear(signal);
    for (const socket of asking === null ? [] : this.sockets())
      if (socket.data.actor.sessionId === asking) this.settle(socket);
    if (signal.kind !== 'ephemeral' || signal.topic !== EPHEMERAL_TOPIC || !this.server) return;
    const message = signal.body as LiveMessage;
    if (!isOffered(this.installation.config.features, eventFeatures[message.event as LiveEvent])) return;
    const failed = (err: unknown) =>
      this.installation.logger.warn({ err, event: message.event }, 'what another gateway told is told to nobody');
    Promise.resolve(this.settling.underWay())
      .then(() => this.send(message))
      .catch(failed);
  }

  /** Tells all consoles to read everything again. */
  private resync(): void {
    for (const socket of this.sockets()) if (socket.data.isWelcome) socket.emit('resync', {});
  }

  private readonly sockets = (): Iterable<LiveSocket> => this.server?.sockets.sockets.values() ?? [];

  /** Puts a socket into the rooms of its user's current rights, and disconnects it when the session has ended. */
  private settle(socket: LiveSocket): void {
    if (!socket.connected) return;
    const { actor: before, isWelcome } = socket.data;
    try {
      socket.data.actor = actorOf(this.installation, before.id, before.sessionId);
    } catch {
      socket.emit('session:revoked', {});
      socket.disconnect(true);
      return;
    }
    if (!isWelcome) return;
    const rooms = new Set([socket.id, ...this.rooms.for(socket.data.actor)]);
    for (const room of socket.rooms) if (!rooms.has(room)) void socket.leave(room);
    void socket.join([...rooms]);
  }
}
