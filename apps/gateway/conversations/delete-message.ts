import { messagesApi } from '@dosar/contracts';
import { message } from '@dosar/domain/conversations/message.decider';
import { useCase } from '../platform/use-cases/use-case';
import { ConversationsReads } from './conversations.reads';

export const deleteMessage = useCase(
  messagesApi.delete,
  async ({ params: { id: messageId } }, { call, writes, see }) => {
    await see(ConversationsReads).message(messageId);
    const write = await writes.begin(call, { messageId });
    await write.handle(message, messageId, { type: 'DeleteMessage', data: {} });
  },
);
