import { Inject, type OnModuleDestroy } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { Handshake, LIVE, type LiveBody, type LiveEvent, type ProblemCode } from '@dosar/contracts';
import { typeOf, type Position, type StoredRecord } from '@dosar/kernel/runtime';
import { changesRights } from '@dosar/domain/identity/access.projector';
import type { Announcement } from './announcer';
import type { Actor } from './call';
import { CONTEXTS, type GatewayContext } from './context';
import { actorOf } from './guard';
import { INSTALLATION, type Installation } from './installation';
import { LiveLog } from './live-log';
import { isAllowed, ruleOfEvent } from './policy';
import { Problem } from './problem';
import { languageOf, sentenceOf } from './texts';
import { Tokens } from './tokens';
import { ACCESS_MEMORY } from './views';

/** Sessions also end by themselves, when nobody uses them. */
const LOOK_MS = 60_000;
/** A reader that has so much waiting is not reading any more. */
const UNREAD = { packets: 256, bytes: 1024 * 1024 } as const;
/** So many of one session at once: a browser's tabs. */
const SOCKETS = 20;
/** Views that do not catch up are not waited for for ever. */
const WAITS = 15;

type Told = { [E in LiveEvent]: (body: LiveBody<E>) => void };
type Known = { actor: Actor; since: Position | null; isWelcome: boolean };
type LiveServer = Server<Record<string, never>, Told, Record<string, never>, Known>;
type LiveSocket = Socket<Record<string, never>, Told, Record<string, never>, Known>;

/** The sockets: who may open one, what they hear, and when they end. A console says nothing here that is stored. */
@WebSocketGateway()
export class Live implements OnGatewayInit<LiveServer>, OnGatewayConnection<LiveSocket>, OnModuleDestroy {
  private server!: LiveServer;
  private readonly log: LiveLog;
  private readonly stopping = new AbortController();
  private readonly looking = setInterval(() => this.settleAll(), LOOK_MS).unref();
  /** Up to here everything was told. */
  private at: Position | null = null;
  private turn = Promise.resolve();

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    @Inject(CONTEXTS) contexts: readonly GatewayContext[],
    private readonly tokens: Tokens,
  ) {
    const announcers = contexts.flatMap((context) => context.announcers);
    this.log = new LiveLog(installation.ports.events, announcers, installation.config.features);
  }

  afterInit(server: LiveServer): void {
    this.server = server;
    server.use((socket, next) => {
      this.identify(socket).then(
        () => next(),
        () => next(new Error(LIVE.refused)),
      );
    });
    void this.follow();
  }

  handleConnection(socket: LiveSocket): void {
    socket.use(([event, ...sent], next) => this.admit(socket, event, sent.at(-1), next));
    void this.welcome(socket).catch(() => socket.disconnect(true));
  }

  onModuleDestroy(): void {
    clearInterval(this.looking);
    this.stopping.abort();
  }

  private async follow(): Promise<void> {
    const { access, logger } = this.installation;
    await access.ready;
    this.at = access.position;
    const onFailure = (error: Error) => logger.error({ err: error }, 'the sockets do not hear of the log');
    await this.log.follow(this.at, this.stopping.signal, (batch) => this.hear(batch), onFailure);
  }

  /** @throws Problem when it is nobody, or nobody any more. */
  private async identify(socket: LiveSocket): Promise<void> {
    const { token, since } = Handshake.parse(socket.handshake.auth);
    const { userId, sessionId } = await this.tokens.verify(token);
    await this.installation.access.ready;
    const actor = actorOf(this.installation, userId, sessionId);
    this.enter(socket, sessionId);
    socket.data = { actor, since: since === undefined ? null : BigInt(since), isWelcome: false };
  }

  /** Counts a line of a session until it closes. @throws Problem when it has as many open as it may. */
  private enter(socket: LiveSocket, sessionId: string): void {
    const open = this.open.get(sessionId) ?? 0;
    if (this.installation.config.limits && open >= SOCKETS) throw new Problem('TOO_MANY_REQUESTS');
    this.open.set(sessionId, open + 1);
    socket.conn.once('close', () => {
      const left = this.open.get(sessionId)! - 1;
      if (left > 0) this.open.set(sessionId, left);
      else this.open.delete(sessionId);
    });
  }
  private readonly open = new Map<string, number>();

  /** First what was missed, then, without a gap, what happens from now on. */
  private async welcome(socket: LiveSocket): Promise<void> {
    const { actor, since } = socket.data;
    const concerns = ({ to }: Announcement) =>
      'userId' in to ? to.userId === actor.id : this.installation.access.clientFor(actor, to.clientId) !== null;
    // nothing may be awaited between the last look at what was told and the joining of the rooms
    let told = since;
    let isAll = since === null || (await this.log.reaches(since));
    while (isAll && told !== null && this.at !== null && told < this.at) {
      const upTo: Position = this.at;
      const missed = await this.log.missed(told, upTo, concerns);
      for (const { event, body } of missed ?? []) socket.emit(event, body);
      isAll = missed !== null;
      told = upTo;
    }
    if (!isAll) socket.emit('resync', {});
    socket.data.isWelcome = true;
    this.settle(socket);
  }

  private hear(batch: readonly StoredRecord[]): void {
    const position = batch.at(-1)!.position;
    const isOfRights = batch.some((each) => changesRights(typeOf(each)));
    const { views } = this.installation;
    if (isOfRights) void views.reach([ACCESS_MEMORY], position).then(() => this.settleAll());
    this.turn = this.turn.then(async () => {
      const { announcements, views: shown } = this.log.announce(batch);
      const isThere = () => views.reach([ACCESS_MEMORY, ...shown], position);
      for (let waits = 0; announcements.length > 0 && waits < WAITS && !(await isThere()); waits += 1);
      for (const each of announcements) this.announce(each);
      this.at = position;
    });
  }

  private announce({ event, to, body }: Announcement): void {
    this.server.to(this.roomsOf(to)).emit(event, body);
    for (const socket of this.server.sockets.sockets.values()) if (isDeaf(socket)) socket.conn.close(true);
  }

  private roomsOf(to: Announcement['to']): string[] {
    if ('userId' in to) return [`user ${to.userId}`];
    const { firmId } = this.installation.access.client(to.clientId) ?? { firmId: null };
    return ['everything', `firm ${firmId}`, `client ${to.clientId}`];
  }

  private settleAll(): void {
    for (const socket of this.server?.sockets.sockets.values() ?? []) this.settle(socket);
  }

  /** In the rooms of what its person may see now, and out when the session is over. */
  private settle(socket: LiveSocket): void {
    const { actor: before, isWelcome } = socket.data;
    try {
      socket.data.actor = actorOf(this.installation, before.id, before.sessionId);
    } catch {
      socket.emit('session:revoked', {});
      socket.disconnect(true);
      return;
    }
    if (!isWelcome) return;
    const { firmId, clientIds } = this.installation.access.scope(socket.data.actor);
    const own = firmId === null ? 'everything' : `firm ${firmId}`;
    const rooms = new Set([socket.id, `user ${before.id}`, ...(clientIds?.map((id) => `client ${id}`) ?? [own])]);
    for (const room of socket.rooms) if (!rooms.has(room)) void socket.leave(room);
    void socket.join([...rooms]);
  }

  /** Lets an event through that its sender may send, as often as they may; the others are answered. */
  private admit(socket: LiveSocket, event: string, ack: unknown, next: () => void): void {
    const refuse = (code: ProblemCode) => {
      const language = languageOf(socket.handshake.headers['accept-language']);
      if (typeof ack === 'function') (ack as (problem: object) => void)({ error: sentenceOf(language, code), code });
    };
    const { actor } = socket.data;
    const rule = ruleOfEvent(event);
    try {
      this.installation.limits.take('socketEvents', actor.sessionId);
    } catch (error) {
      return refuse((error as Problem).code);
    }
    if (!rule) return refuse('NOT_FOUND');
    if (!isAllowed(rule, actor.role)) return refuse('ACCESS_DENIED');
    next();
  }
}

const isDeaf = ({ conn }: LiveSocket): boolean => {
  const { writeBuffer, transport } = conn as unknown as {
    readonly writeBuffer: readonly unknown[];
    readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
  };
  return writeBuffer.length > UNREAD.packets || (transport.socket?.bufferedAmount ?? 0) > UNREAD.bytes;
};
