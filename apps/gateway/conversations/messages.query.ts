import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { MESSAGE_LIMITS, type InputOf, type messagesApi } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { edits } from '@dosar/domain/conversations/edits.projector';
import { messages, type MessageRow } from '@dosar/domain/conversations/messages.projector';
import type { Call } from '../platform/access/call';
import { Ephemeral } from '../platform/sockets/ephemeral';
import type { Json } from '../platform/http/json';
import { notFound } from '../platform/http/problem';
import { ViewRows } from '../platform/reads/rows';
import { messageIn, namesOf, shownMessages } from '../platform/reads/shown-messages';
import { Talks, type Talk } from './talks';

type Asked = InputOf<typeof messagesApi.list>['query'];

/** Some messages, oldest first, and whether there are more on either side. */
type Part = { readonly rows: readonly MessageRow[]; readonly before: boolean; readonly after: boolean };

export class ListMessages extends Query<Json> {
  constructor(
    readonly conversationId: string,
    readonly query: Asked,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListMessages)
export class ListMessagesHandler implements IQueryHandler<ListMessages> {
  constructor(
    private readonly rows: ViewRows,
    private readonly talks: Talks,
    private readonly ephemeral: Ephemeral,
  ) {}

  async execute({ conversationId, query, call }: ListMessages): Promise<Json> {
    const talk = this.talks.conversation(call, conversationId);
    const { id, sessionId } = call.caller;
    if (!talk.participants.includes(id)) this.ephemeral.ask(sessionId, { conversationId });
    const { rows, before, after } = await this.part(talk, query);
    const shown = await shownMessages(this.rows, rows);
    return this.rows.said(call, messages, { messages: shown, has_more_before: before, has_more_after: after });
  }

  private async part(talk: Talk, { before, after, around, limit }: Asked): Promise<Part> {
    const near = before ?? after ?? around;
    if (near === undefined) return this.upTo(talk, null, limit);
    const message = await this.talks.messageOf(talk, near);
    if (!message) throw notFound();
    const place = BigInt(message.position);
    if (before !== undefined) return { ...(await this.upTo(talk, place, limit)), after: true };
    if (after !== undefined) return { ...(await this.from(talk, place + 1n, limit)), before: true };
    const older = await this.upTo(talk, place, Math.floor(limit / 2));
    const newer = await this.from(talk, place, Math.ceil(limit / 2));
    return { rows: [...older.rows, ...newer.rows], before: older.before, after: newer.after };
  }

  /** The newest before a place, or of all. */
  private async upTo({ id }: Talk, place: bigint | null, limit: number): Promise<Part> {
    const where = { conversation_id: id, ...(place !== null && { place: { below: place } }) };
    const found = await this.rows.find(messages, { where, order: [['place', 'desc']], limit: limit + 1 });
    const rows = found.slice(0, limit).map(messageIn).reverse();
    return { rows, before: found.length > limit, after: false };
  }

  private async from({ id }: Talk, place: bigint, limit: number): Promise<Part> {
    const where = { conversation_id: id, place: { from: place } };
    const found = await this.rows.find(messages, { where, order: [['place', 'asc']], limit: limit + 1 });
    return { rows: found.slice(0, limit).map(messageIn), before: false, after: found.length > limit };
  }
}

export class ListEdits extends Query<Json> {
  constructor(
    readonly messageId: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListEdits)
export class ListEditsHandler implements IQueryHandler<ListEdits> {
  constructor(
    private readonly rows: ViewRows,
    private readonly talks: Talks,
  ) {}

  async execute({ messageId, call }: ListEdits): Promise<Json> {
    const { row } = await this.talks.message(call, messageId);
    if (row.deleted) throw notFound();
    // of those from before there was a limit the last ones
    const find = {
      where: { message_id: messageId },
      order: [['number', 'desc']],
      limit: MESSAGE_LIMITS.edits,
    } as const;
    const found = (await this.rows.find(edits, find)).map(({ json }) => rowIn(json)).reverse();
    const nameOf = await namesOf(
      this.rows,
      found.map(({ editor_id }) => editor_id),
    );
    const shown = found.map(({ message_id: _, key: __, editor_id: id, ...edit }) => ({
      editor: { id, name: nameOf(id) },
      ...edit,
    }));
    return this.rows.said(call, edits, { edits: shown });
  }
}
