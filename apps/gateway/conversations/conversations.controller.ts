import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { conversationsApi, messagesApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../platform/access/call';
import { Endpoint, From, Input } from '../platform/http/endpoint';
import { MarkRead, OpenConversation } from './conversations.handler';
import { GetConversation, ListConversations } from './conversations.query';
import { DeleteMessage, EditMessage, SendMessage } from './messages.handler';
import { ListEdits, ListMessages } from './messages.query';

@Controller()
export class ConversationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(conversationsApi.list)
  conversations(@Input() { query }: InputOf<typeof conversationsApi.list>, @From() call: Call) {
    return this.queries.execute(new ListConversations(query, call));
  }

  @Endpoint(conversationsApi.open)
  open(@Input() { body }: InputOf<typeof conversationsApi.open>, @From() call: Call) {
    return this.commands.execute(new OpenConversation(body, call));
  }

  @Endpoint(conversationsApi.get)
  conversation(@Input() { params }: InputOf<typeof conversationsApi.get>, @From() call: Call) {
    return this.queries.execute(new GetConversation(params.id, call));
  }

  @Endpoint(conversationsApi.read)
  read(@Input() { body }: InputOf<typeof conversationsApi.read>, @From() call: Call) {
    return this.commands.execute(new MarkRead(body, call));
  }

  @Endpoint(messagesApi.list)
  messages(@Input() { params, query }: InputOf<typeof messagesApi.list>, @From() call: Call) {
    return this.queries.execute(new ListMessages(params.id, query, call));
  }

  @Endpoint(messagesApi.send)
  send(@Input() { params, body }: InputOf<typeof messagesApi.send>, @From() call: Call) {
    return this.commands.execute(new SendMessage(params.id, body, call));
  }

  @Endpoint(messagesApi.edit)
  edit(@Input() { params, body }: InputOf<typeof messagesApi.edit>, @From() call: Call) {
    return this.commands.execute(new EditMessage(params.id, body.text, call));
  }

  @Endpoint(messagesApi.edits)
  edits(@Input() { params }: InputOf<typeof messagesApi.edits>, @From() call: Call) {
    return this.queries.execute(new ListEdits(params.id, call));
  }

  @Endpoint(messagesApi.delete)
  delete(@Input() { params }: InputOf<typeof messagesApi.delete>, @From() call: Call) {
    return this.commands.execute(new DeleteMessage(params.id, call));
  }
}
