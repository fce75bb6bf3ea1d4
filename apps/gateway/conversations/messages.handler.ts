import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isBlank, MESSAGE_LIMITS, type InputOf, type messagesApi } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { conversation } from '@dosar/domain/conversations/conversation.decider';
import { message } from '@dosar/domain/conversations/message.decider';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { files } from '@dosar/domain/files/files.projector';
import type { Call } from '../platform/access/call';
import { named, type Json } from '../platform/http/json';
import { Problem, wrongField } from '../platform/http/problem';
import { ViewRows } from '../platform/reads/rows';
import { rowsById } from '../platform/reads/rows-by-id';
import { Writes, type Write } from '../platform/writes/writes';
import { messageIn, shownMessages } from '../platform/reads/shown-messages';
import { Talks, type Talk } from './talks';

type Wanted = InputOf<typeof messagesApi.send>['body'];

/** A message as a call has left it. */
const reply = async (rows: ViewRows, write: Write<Call>, id: string): Promise<Json> => {
  const json = await write.row(messages, id);
  const [shown] = await shownMessages(rows, [messageIn({ json })]);
  return named('data', JSON.stringify(shown));
};

export class SendMessage extends Command<Json> {
  constructor(
    readonly conversationId: string,
    readonly body: Wanted,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(SendMessage)
export class SendMessageHandler implements ICommandHandler<SendMessage> {
  constructor(
    private readonly writes: Writes,
    private readonly rows: ViewRows,
    private readonly talks: Talks,
  ) {}

  async execute({ conversationId, body, call }: SendMessage): Promise<Json> {
    const talk = this.talks.conversation(call, conversationId);
    const content = await this.content(talk, body);
    const write = await this.writes.begin(call, { conversationId, ...body });
    await this.join(write, talk);
    await write.handle(message, write.idFor('message'), { type: 'SendMessage', data: content });
    return reply(this.rows, write, write.idFor('message'));
  }

  /** Whoever writes takes part; one who only took part would do no harm. */
  private async join(write: Write<Call>, { id, participants }: Talk): Promise<void> {
    const userId = write.call.caller.id;
    if (!participants.includes(userId))
      await write.sub('join').handle(conversation, id, { type: 'JoinConversation', data: { userId } });
  }

  private async content(talk: Talk, { text, quote_message_id, attachment_tokens }: Wanted) {
    const quoteId = await this.quoted(talk, quote_message_id);
    const fileIds = await this.attached(talk, attachment_tokens);
    const { id: conversationId, clientId, firmId } = talk;
    return { conversationId, clientId, firmId, text, quoteId, fileIds };
  }

  /** @throws Problem when it is not of this conversation, or not there any more */
  private async quoted(talk: Talk, id: string | undefined): Promise<string | null> {
    if (id === undefined) return null;
    const quoted = await this.talks.messageOf(talk, id);
    if (!quoted || quoted.deleted) throw wrongField('quote_message_id', 'unknown_id');
    return id;
  }

  /** @throws Problem when one of them is not a file of this client, or not there any more */
  private async attached({ clientId }: Talk, tokens: readonly string[]): Promise<string[]> {
    const ids = [...new Set(tokens)];
    const rows = await rowsById(this.rows, files, ids);
    for (const id of ids) {
      const row = rows.get(id);
      const file = row && rowIn(row.json);
      if (!file || file.client_id !== clientId || file.deleted_at !== null)
        throw wrongField('attachment_tokens', 'unknown_id');
    }
    return ids;
  }
}

export class EditMessage extends Command<Json> {
  constructor(
    readonly messageId: string,
    readonly text: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(EditMessage)
export class EditMessageHandler implements ICommandHandler<EditMessage> {
  constructor(
    private readonly writes: Writes,
    private readonly rows: ViewRows,
    private readonly talks: Talks,
  ) {}

  async execute({ messageId, text, call }: EditMessage): Promise<Json> {
    const { row } = await this.talks.message(call, messageId);
    if (!row.deleted && isBlank(text) && row.file_ids.length === 0) throw wrongField('text', 'required');
    const write = await this.writes.begin(call, { messageId, text });
    await this.edit(write, messageId, text);
    return reply(this.rows, write, messageId);
  }

  /** @throws Problem naming the text when it was edited as often as may be: it was not empty. */
  private async edit(write: Write, messageId: string, text: string): Promise<void> {
    const max = MESSAGE_LIMITS.edits;
    try {
      await write.handle(message, messageId, { type: 'EditMessage', data: { text } });
    } catch (error) {
      const isRefused = error instanceof Problem && error.code === 'VALIDATION_FAILED';
      throw isRefused ? wrongField('text', 'message_edits', { max }) : error;
    }
  }
}

export class DeleteMessage extends Command<void> {
  constructor(
    readonly messageId: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(DeleteMessage)
export class DeleteMessageHandler implements ICommandHandler<DeleteMessage> {
  constructor(
    private readonly writes: Writes,
    private readonly talks: Talks,
  ) {}

  async execute({ messageId, call }: DeleteMessage): Promise<void> {
    await this.talks.message(call, messageId);
    const write = await this.writes.begin(call, { messageId });
    await write.handle(message, messageId, { type: 'DeleteMessage', data: {} });
  }
}
