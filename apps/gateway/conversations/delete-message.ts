import { messagesApi } from '@dosar/contracts';
import { message } from '@dosar/domain/conversations/message.decider';
import { useCase } from '../platform/use-cases/use-case';
import { Talks } from './talks';

export const deleteMessage = useCase(
  messagesApi.delete,
  async ({ params: { id: messageId } }, { call, writes, use }) => {
    await use(Talks).message(call, messageId);
    const write = await writes.begin(call, { messageId });
    await write.handle(message, messageId, { type: 'DeleteMessage', data: {} });
  },
);
