import { Injectable } from '@nestjs/common';
import type { Call } from '../platform/access/call';
import type { ListenerTo } from '../platform/sockets/listener';
import { Marks } from './marks';

type Said = { readonly conversation_id: string; readonly message_id: string };

/** A message has come to a console, though nobody may have read it yet. */
@Injectable()
export class Delivered implements ListenerTo<'message:delivered'> {
  readonly event = 'message:delivered';

  constructor(private readonly marks: Marks) {}

  hear({ conversation_id: conversationId, message_id: messageId }: Said, call: Call): Promise<void> {
    return this.marks.move(call, 'MarkDelivered', { conversationId, messageId });
  }
}
