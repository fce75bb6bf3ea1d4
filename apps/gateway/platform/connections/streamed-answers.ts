import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../access/call';
import { mustStillBe } from '../access/guard';
import { isAsset } from '../http/http';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { notFound } from '../http/problem';
import { acknowledged } from './send-queues';

/** A lost right ends an answer within a second. */
const RIGHTS_MS = 250;
const THERE_MS = 500;
/** So often it is looked at what the kernel has of an answer, until it can tell. */
const MOST_LOOKS = 3;
/** Shorter answers are sent at once. */
const LONG_BYTES = 1024 ** 2;

declare const isAllowed: unique symbol;
/** A stream for somebody who may have it: only `whileAllowed` makes one. */
export type AllowedBytes = Readable & { readonly [isAllowed]: true };

/** A response with a stream. */
export type Sent = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: AllowedBytes;
};

/** Sets the status and headers that belong to the bytes. */
export const bytesFor = (reply: FastifyReply, { status, headers, bytes }: Sent): AllowedBytes | undefined => {
  void reply.status(status).headers(headers);
  return bytes;
};

type IsThere = () => Promise<boolean>;
/** An answer being sent. */
type Answer = {
  readonly call: Call;
  /** null when it is in memory as a whole. */
  readonly bytes: Readable | null;
  /** Whether its subject still exists. */
  readonly isThere: IsThere | null;
  /** null until it is sent. */
  socket: Socket | null;
};

/** An answer of which the kernel may still buffer megabytes. */
type SentAnswer = {
  readonly answer: Answer;
  /** How many bytes of its socket were sent once it was. */
  readonly end: number;
  /** How often the kernel could not tell whether all of them were received, since its receiver has lost the right. */
  looks: number;
};

type Payload = string | Buffer | Readable | null | undefined;
/** Also streams made by Fastify itself. */
const isStream = (payload: Payload): payload is Readable =>
  typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload);

/**
 * Long answers being sent, which may take hours: rights are checked all the time, however slowly the client reads, and a cut
 * answer is recognisably incomplete.
 */
@Injectable()
export class StreamedAnswers implements OnModuleDestroy {
  private readonly made = new WeakMap<Readable, Answer>();
  private readonly underWay = new Set<Answer>();
  private readonly sent = new Map<Socket, SentAnswer>();
  private changes = -1;
  private readonly timers = [
    setInterval(() => this.lookAtRights(), RIGHTS_MS),
    setInterval(() => void this.lookAtThings(), THERE_MS),
  ].map((timer) => timer.unref());

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  onModuleDestroy(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** The only way to make a streamed answer to a call. */
  whileAllowed(call: Call, bytes: Readable, isThere: IsThere | null = null): AllowedBytes {
    this.made.set(bytes, { call, bytes, isThere, socket: null });
    return bytes as AllowedBytes;
  }

  /** Checked synchronously before each part of an answer: without the right it is cut. */
  goesOn(bytes: AllowedBytes, isThere: boolean): boolean {
    const answer = this.made.get(bytes)!;
    if (bytes.destroyed) return false;
    if (isThere && this.isAllowed(answer)) return true;
    this.cut(answer, 'right');
    return false;
  }

  /** Called right before an answer is sent. @throws Problem when its receiver has lost the right meanwhile */
  sending({ call, raw, method }: FastifyRequest, { raw: response, statusCode }: FastifyReply, payload: Payload): void {
    const known = isStream(payload) ? this.made.get(payload) : undefined;
    if (isStream(payload) && !known) throw new Error('what is streamed to somebody goes through whileAllowed');
    if (known?.bytes?.destroyed) throw notFound();
    // the answer to a write reports its outcome in any case
    // a session for health sees nothing that depends on rights
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
      if (!socket.destroyed) this.sent.set(socket, { answer, end: socket.bytesWritten, looks: 0 });
    });
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
    // an expiring session does not cut answers already sent
    const isOpen = [...this.sent.values()].some(({ looks }) => looks > 0);
    if (isOpen || changes !== this.changes) void this.lookAtSent();
    this.changes = changes;
  }

  /** Connections by which all of it was received are left alone: a proxy's are used for other people meanwhile. */
  private async lookAtSent(): Promise<void> {
    const lost = [...this.sent].filter(([, { answer }]) => !this.isAllowed(answer));
    if (lost.length === 0) return;
    const received = await acknowledged(lost.map(([socket]) => socket));
    for (const [socket, sent] of lost) {
      const bytes = received.get(socket);
      sent.looks += 1;
      if (bytes !== undefined && bytes >= sent.end) this.sent.delete(socket);
      else if (bytes !== undefined || sent.looks >= MOST_LOOKS) this.cut(sent.answer, 'right');
    }
  }

  private async lookAtThings(): Promise<void> {
    const look = async (answer: Answer) => {
      // when that cannot be read, the answer continues, as reads do
      if (!(await answer.isThere!().catch(() => true))) this.cut(answer, 'deleted');
    };
    await Promise.all([...this.underWay].filter(({ isThere }) => isThere).map(look));
  }

  private cut(answer: Answer, why: 'right' | 'deleted'): void {
    const { call, socket, bytes } = answer;
    const isOpen = socket === null || !socket.destroyed;
    this.underWay.delete(answer);
    if (socket) this.sent.delete(socket);
    // discards the kernel's buffer, too
    socket?.resetAndDestroy();
    bytes?.destroy(notFound());
    const about = { why, correlation_id: call.correlationId, user_id: call.caller.id };
    if (isOpen) this.installation.logger.info(about, 'an answer under way was cut');
  }
}

/** Registers the hooks through which all answers to calls are sent. */
export const watchAnswers = (fastify: FastifyInstance, answers: () => StreamedAnswers | null): void => {
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
