import { Injectable } from '@nestjs/common';
import { maxPosition, type Position } from '@dosar/kernel/runtime';
import { reader, type ReaderCommand } from '@dosar/domain/conversations/reader.decider';
import { readerId } from '@dosar/domain/conversations/reader.events';
import type { Call } from '../platform/access/call';
import { notFound } from '../platform/http/problem';
import { Writes } from '../platform/writes/writes';
import { ConversationsReads } from './conversations.reads';

/** Marks of one reader are joined for so long: whoever sends them waits for it. */
const JOINED_MS = 500;

type Wanted = { readonly call: Call; readonly command: ReaderCommand; readonly place: bigint };
type Joined = { furthest: Wanted; readonly done: Promise<Position | null> };

const pause = (ms: number) => new Promise<void>((go) => setTimeout(go, ms));

/** How far people have come. The first mark is kept at once; of those that follow soon, the furthest. */
@Injectable()
export class Marks {
  /** When a mark was kept last, by reader and kind, in milliseconds. */
  private readonly keptAt = new Map<string, number>();
  private readonly waiting = new Map<string, Joined>();

  constructor(
    private readonly conversations: ConversationsReads,
    private readonly writes: Writes,
  ) {}

  /** Of somebody who does not take part no mark is kept. @throws Problem NOT_FOUND */
  async move(
    call: Call,
    type: ReaderCommand['type'],
    { conversationId, messageId }: { readonly conversationId: string; readonly messageId: string },
  ): Promise<void> {
    const conversations = this.conversations.of(call);
    const talk = conversations.must(conversationId);
    const message = await conversations.messageOf(talk, messageId);
    if (!message) throw notFound();
    const userId = call.caller.id;
    if (!talk.participants.includes(userId)) return;
    const { clientId, firmId } = talk;
    const sentAt = Date.parse(message.created_at);
    const behind = await conversations.behind(message);
    const data = { conversationId, clientId, firmId, userId, messageId, sentAt, behind };
    const position = await this.join({ call, command: { type, data }, place: BigInt(message.position) });
    // what another call has kept for it is read by this one, too
    call.work.written = maxPosition(call.work.written, position);
    await this.writes.visible(call);
  }

  private join(wanted: Wanted): Promise<Position | null> {
    const { type, data } = wanted.command;
    const key = `${type} ${readerId(data.conversationId, data.userId)}`;
    const waiting = this.waiting.get(key);
    if (waiting) {
      if (wanted.place > waiting.furthest.place) waiting.furthest = wanted;
      return waiting.done;
    }
    const left = (this.keptAt.get(key) ?? 0) + JOINED_MS - Date.now();
    if (left <= 0) return this.keep(key, wanted);
    const done = pause(left).then(() => {
      this.waiting.delete(key);
      return this.keep(key, joined.furthest);
    });
    const joined: Joined = { furthest: wanted, done };
    this.waiting.set(key, joined);
    return done;
  }

  private async keep(key: string, { call, command }: Wanted): Promise<Position | null> {
    this.keptAt.set(key, Date.now());
    setTimeout(() => this.forget(key), 2 * JOINED_MS).unref();
    const { conversationId, userId } = command.data;
    return (await this.writes.once(call).handle(reader, readerId(conversationId, userId), command)).position;
  }

  private forget(key: string): void {
    if (Date.now() - (this.keptAt.get(key) ?? 0) >= JOINED_MS) this.keptAt.delete(key);
  }
}
