import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../access/call';
import { mustStillBe } from '../access/guard';
import { isAsset } from '../http/http';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { notFound } from '../http/problem';
import { unacknowledged } from './send-queues';

/** A right that is lost ends an answer within a second. */
const RIGHTS_MS = 250;
const THERE_MS = 500;
/** What is shorter goes out at once. */
const LONG_BYTES = 1024 ** 2;

declare const isAllowed: unique symbol;
/** Bytes for somebody, for as long as they may have them: `whileAllowed` alone makes them. */
export type AllowedBytes = Readable & { readonly [isAllowed]: true };

/** What is sent. */
export type Sent = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: AllowedBytes;
};

/** Says of an answer what is said of its bytes. */
export const bytesFor = (reply: FastifyReply, { status, headers, bytes }: Sent): AllowedBytes | undefined => {
  void reply.status(status).headers(headers);
  return bytes;
};

type IsThere = () => Promise<boolean>;
/** An answer under way. */
type Answer = {
  readonly call: Call;
  /** null for what is in memory as a whole. */
  readonly bytes: Readable | null;
  /** Whether what it is of was not deleted meanwhile. */
  readonly isThere: IsThere | null;
  /** null until it is sent. */
  socket: Socket | null;
  /** Something else was asked for by its connection since it was sent, which is no sign that it was read. */
  isFollowed?: true;
};

type Payload = string | Buffer | Readable | null | undefined;
/** Also what Fastify would send and is no stream of ours. */
const isStream = (payload: Payload): payload is Readable =>
  typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload);

/**
 * Long answers while they are sent. A receiver may take hours for one: whether they may have it still is looked at all the
 * time, however little they read, and they see that what was cut is not whole.
 */
@Injectable()
export class StreamedAnswers implements OnModuleDestroy {
  private readonly made = new WeakMap<Readable, Answer>();
  private readonly underWay = new Set<Answer>();
  /** Of answers that are sent, megabytes may still be with the kernel. */
  private readonly sent = new Map<Socket, Answer>();
  private changes = -1;
  private readonly timers = [
    setInterval(() => this.lookAtRights(), RIGHTS_MS),
    setInterval(() => void this.lookAtThings(), THERE_MS),
  ].map((timer) => timer.unref());

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  onModuleDestroy(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** The only bytes that an answer to a call may be made of. */
  whileAllowed(call: Call, bytes: Readable, isThere: IsThere | null = null): AllowedBytes {
    this.made.set(bytes, { call, bytes, isThere, socket: null });
    return bytes as AllowedBytes;
  }

  /** Asked before each part of an answer, without waiting: one that may not go on is cut. */
  goesOn(bytes: AllowedBytes, isThere: boolean): boolean {
    const answer = this.made.get(bytes)!;
    if (bytes.destroyed) return false;
    if (isThere && this.isAllowed(answer)) return true;
    this.cut(answer, 'right');
    return false;
  }

  /** Right before anything of an answer is sent. @throws Problem when its receiver has lost the right while it was made */
  sending({ call, raw, method }: FastifyRequest, { raw: response, statusCode }: FastifyReply, payload: Payload): void {
    const known = isStream(payload) ? this.made.get(payload) : undefined;
    if (isStream(payload) && !known) throw new Error('what is streamed to somebody goes through whileAllowed');
    if (known?.bytes?.destroyed) throw notFound();
    // whatever became of a write, its answer says so
    // a session for health alone sees nothing whose right could have ended
    const reader = method === 'GET' && statusCode < 300 && !call.actor?.isForHealth ? call.actor : null;
    if (reader) mustStillBe(this.installation, reader, call.work);
    const isLong = !isStream(payload) && (payload?.length ?? 0) > LONG_BYTES;
    if (!known && !(isLong && call.actor)) return;
    const answer: Answer = known ?? { call, bytes: null, isThere: null, socket: null };
    const { socket } = raw;
    answer.socket = socket;
    this.underWay.add(answer);
    response.once('close', () => {
      this.underWay.delete(answer);
      if (!socket.destroyed) this.sent.set(socket, answer);
    });
  }

  /** Whoever asks for something more by a connection has read what came before, or asks without reading it. */
  requested({ raw }: FastifyRequest): void {
    const answer = this.sent.get(raw.socket);
    if (answer) answer.isFollowed = true;
  }

  private isAllowed({ call }: Answer): boolean {
    try {
      mustStillBe(this.installation, call.caller, call.work);
      return true;
    } catch {
      return false;
    }
  }

  private lookAtRights(): void {
    const { changes } = this.installation.access;
    for (const answer of this.underWay) if (!this.isAllowed(answer)) this.cut(answer, 'right');
    for (const socket of this.sent.keys()) if (socket.destroyed) this.sent.delete(socket);
    // a session that ends by itself is no hurry for what is sent already
    if (changes !== this.changes) void this.lookAtSent();
    this.changes = changes;
  }

  private async lookAtSent(): Promise<void> {
    const lost = [...this.sent].filter(([, answer]) => !this.isAllowed(answer));
    const followed = lost.filter(([, { isFollowed }]) => isFollowed).map(([socket]) => socket);
    const queued = followed.length > 0 ? await unacknowledged(followed) : null;
    for (const [socket, answer] of lost)
      if (!answer.isFollowed || queued?.get(socket) !== 0) this.cut(answer, 'right');
      else this.sent.delete(socket);
  }

  private async lookAtThings(): Promise<void> {
    const look = async (answer: Answer) => {
      // while that cannot be known, what was begun goes on, as what is read does
      if (!(await answer.isThere!().catch(() => true))) this.cut(answer, 'deleted');
    };
    await Promise.all([...this.underWay].filter(({ isThere }) => isThere).map(look));
  }

  private cut(answer: Answer, why: 'right' | 'deleted'): void {
    const { call, socket, bytes } = answer;
    const isOpen = socket === null || !socket.destroyed;
    this.underWay.delete(answer);
    if (socket) this.sent.delete(socket);
    // what the kernel has of it is not sent either
    socket?.resetAndDestroy();
    bytes?.destroy(notFound());
    const about = { why, correlation_id: call.correlationId, user_id: call.caller.id };
    if (isOpen) this.installation.logger.info(about, 'an answer under way was cut');
  }
}

/** No answer to a call is sent but through them. */
export const watchAnswers = (fastify: FastifyInstance, answers: () => StreamedAnswers | null): void => {
  fastify.addHook('onRequest', (request, _reply, done) => {
    answers()?.requested(request);
    done();
  });
  fastify.addHook<Payload>('onSend', (request, reply, payload, done) => {
    try {
      if (!isAsset(request.routeOptions.url ?? '')) answers()?.sending(request, reply, payload);
      done(null, payload);
    } catch (error) {
      if (isStream(payload)) payload.destroy();
      done(error as Error);
    }
  });
};
