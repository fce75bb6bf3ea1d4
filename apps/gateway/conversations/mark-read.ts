import { conversationsApi } from '@dosar/contracts';
import { useCase } from '../platform/use-cases/use-case';
import { Marks } from './marks';

export const markRead = useCase(conversationsApi.read, ({ body }, { call, use }) =>
  use(Marks).move(call, 'MarkRead', { conversationId: body.conversation_id, messageId: body.message_id }),
);
