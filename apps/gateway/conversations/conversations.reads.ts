import { Injectable } from '@nestjs/common';
import type { Conversation, MarkTimes, Message, Named, Participant } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import type { ConversationRow } from '@dosar/domain/conversations/conversations.projector';
import { messages, type MessageRow } from '@dosar/domain/conversations/messages.projector';
import { readerId } from '@dosar/domain/conversations/reader.events';
import { readers, type ReaderRow } from '@dosar/domain/conversations/readers.projector';
import type { AccessOf } from '@dosar/domain/identity/access.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { Call } from '../platform/access/call';
import type { KnownRights } from '../platform/access/known-rights';
import { notFound } from '../platform/http/problem';
import type { Look } from '../platform/past/look';
import { Presence } from '../platform/sockets/presence';
import { Reads, type CallerReads } from '../platform/reads/reads';
import { rowsById, valuesById } from '../platform/reads/rows-by-id';
import { messageIn, namesOf, shownMessages } from './shown-messages';
import { UnreadOf } from './unread-messages';

export { namesOf };

export type ConversationAccess = AccessOf<'conversation'>;

/** So many messages of one moment are told apart: more do not come in a millisecond. */
const BEHIND = 20;

const timesOf = (at: string | null, sent: number): MarkTimes | null =>
  at === null ? null : { at, sent_at: new Date(sent).toISOString() };

/** What participants are shown by. */
type ShownBy = {
  readonly stood: KnownRights;
  readonly nameOf: (id: string) => string | null;
  readonly marks: ReadonlyMap<string, ReaderRow>;
};

/** What a caller may see of conversations. */
export class CallerConversations {
  constructor(
    private readonly presence: Presence,
    private readonly reads: CallerReads,
  ) {}

  /** @throws Problem NOT_FOUND */
  must(id: string): ConversationAccess {
    return this.reads.mustConversation(id, 'conversation', id);
  }

  /** A message that is there, deleted or not, and its conversation. @throws Problem NOT_FOUND */
  async message(id: string): Promise<{ talk: ConversationAccess; row: MessageRow }> {
    const found = messageIn(await this.reads.must(messages, id));
    const talk = this.reads.mustConversation(found.conversation_id, 'message', id);
    const [row] = await this.withoutDeleted([found]);
    if (!row) throw notFound();
    return { talk, row };
  }

  /** A message of that conversation, as one says where in it something is; null when it has no such one. */
  async messageOf(talk: ConversationAccess, id: string): Promise<MessageRow | null> {
    const row = await this.reads.get(messages, id);
    const found = row && messageIn(row);
    return found?.conversation_id === talk.id ? found : null;
  }

  /** Those of the last messages before this one that were sent at the same moment, or by a clock that is ahead. */
  async behind({ conversation_id, position, created_at }: MessageRow): Promise<string[]> {
    const where = { conversation_id, place: { below: BigInt(position) } };
    const found = await this.reads.find(messages, { where, order: [['place', 'desc']], limit: BEHIND });
    return found
      .map(messageIn)
      .filter((each) => each.created_at >= created_at)
      .map(({ id }) => id);
  }

  /** Conversations as the caller is shown them. */
  async shown(found: readonly ConversationRow[], unreadOf = this.unread()): Promise<Conversation[]> {
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return [];
    const people = found.flatMap(({ participants }) => participants.map(({ id }) => id));
    const [stood, marks, last, clientOf, nameOf, unread] = await Promise.all([
      this.reads.stood(),
      this.marksIn(ids),
      this.messages(found.flatMap(({ last_message_id }) => last_message_id ?? [])),
      this.clients(found.flatMap(({ client_id }) => client_id ?? [])),
      namesOf(this.reads, people),
      unreadOf.in(found),
    ]);
    const shown = { stood, nameOf, marks };
    const lastOf = new Map<string | null, Message>(last.map((each) => [each.id, each]));
    return found.map(({ id, kind, title, client_id, participants, last_message_id, updated_at }) => ({
      id,
      kind,
      title,
      updated_at,
      client: client_id === null ? null : clientOf(client_id),
      participants: participants.flatMap((each) => this.participant(each.id, id, shown)),
      last_message: lastOf.get(last_message_id) ?? null,
      unread_count: unread.get(id)?.count ?? 0,
      first_unread_message_id: unread.get(id)?.first ?? null,
    }));
  }

  /** Somebody who takes part and may still read there. */
  private participant(userId: string, conversationId: string, { stood, nameOf, marks }: ShownBy): Participant[] {
    const user = stood.user(userId);
    const talk = stood.conversation(conversationId);
    if (!user || !talk || !stood.mayRead(user, talk)) return [];
    const mark = marks.get(readerId(conversationId, userId));
    // of an auditor's period nobody can say who is here now
    const { look } = this.reads;
    const isNow = look === null || look.since === null;
    const presence = isNow ? this.presence.of(userId) : 'offline';
    return [
      {
        id: userId,
        name: nameOf(userId),
        role: user.role,
        presence,
        last_seen: isNow && presence === 'offline' ? this.presence.lastSeen(userId) : null,
        last_read_message_id: mark?.read_id ?? null,
        last_read: mark ? timesOf(mark.read_at, mark.read_sent) : null,
        last_delivered_message_id: mark?.delivered_id ?? null,
        last_delivered: mark ? timesOf(mark.delivered_at, mark.delivered_sent) : null,
      },
    ];
  }

  /** For one answer, which looks up nothing twice. */
  unread(): UnreadOf {
    const { look, person } = this.reads;
    const talks = async () => (await this.reads.ownConversations()).map(({ id }) => id);
    return new UnreadOf(this.reads, person.id, talks, look && look.instant.position + 1n);
  }

  /** Messages that were found among what the caller may see, as they are shown. */
  async messages(ids: readonly string[]): Promise<Message[]> {
    const found = await rowsById(this.reads, messages, ids);
    return this.shownMessages([...found.values()].map(messageIn));
  }

  /** The same of their rows. */
  shownMessages(rows: readonly MessageRow[]): Promise<Message[]> {
    return shownMessages(this.reads, rows, this.withoutDeleted);
  }

  /** Of what was deleted since, the past says no more than there is of it now, but to administrators. */
  private readonly withoutDeleted = async (rows: readonly MessageRow[]): Promise<readonly MessageRow[]> => {
    const { look, call, now } = this.reads;
    if (!look || call.caller.role === 'admin') return rows;
    if (look.since !== null) return this.thereIn(rows);
    const ids = rows.map(({ id }) => id);
    const left = await valuesById(now, messages, ids);
    return rows.map((row) => (left.get(row.id)?.deleted ? { ...row, text: '', file_ids: [], deleted: true } : row));
  };

  /** What was deleted before the period is not there at all. */
  private async thereIn(rows: readonly MessageRow[]): Promise<readonly MessageRow[]> {
    const ids = rows.flatMap(({ id, deleted }) => (deleted ? id : []));
    const { before } = this.reads;
    if (ids.length === 0 || !before) return rows;
    const known = await valuesById(before, messages, ids);
    return rows.filter(({ id }) => !known.get(id)?.deleted);
  }

  private async marksIn(ids: readonly string[]): Promise<ReadonlyMap<string, ReaderRow>> {
    const found = await this.reads.find(readers, { where: { conversation_id: { in: ids } } });
    return new Map(found.map(({ id, json }) => [id, rowIn(json)]));
  }

  private async clients(ids: readonly string[]): Promise<(id: string) => Named> {
    const found = ids.length === 0 ? [] : await this.reads.find(clients, { where: { id: { in: ids } } });
    const names = new Map(found.map(({ id, json }) => [id, rowIn(json).societate]));
    return (id) => ({ id, name: names.get(id) ?? null });
  }
}

/** What others may read of conversations: everything else is as if it were not there. */
@Injectable()
export class ConversationsReads {
  constructor(
    private readonly reads: Reads,
    private readonly presence: Presence,
  ) {}

  /** @param look at the past; at what is now, when it is not said */
  of(call: Call, look: Look | null = null): CallerConversations {
    return new CallerConversations(this.presence, this.reads.of(call, look));
  }
}
