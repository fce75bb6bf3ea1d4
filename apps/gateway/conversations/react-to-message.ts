import { messagesApi } from '@dosar/contracts';
import { message } from '@dosar/domain/conversations/message.decider';
import { Problem, wrongField } from '../platform/http/problem';
import { useCase } from '../platform/use-cases/use-case';
import { ConversationsReads } from './conversations.reads';
import { writtenMessage } from './written-message';

/** Nobody is notified of it: it stands for an answer that would have rung, and its author sees it where they wrote. */
export const reactToMessage = useCase(
  messagesApi.react,
  async ({ params: { id: messageId }, body: { emoji } }, { call, writes, rows, see }) => {
    await see(ConversationsReads).message(messageId);
    const write = await writes.begin(call, { messageId, emoji });
    try {
      await write.handle(message, messageId, { type: 'AddReaction', data: { emoji } });
    } catch (error) {
      const isRefused = error instanceof Problem && error.code === 'VALIDATION_FAILED';
      throw isRefused ? wrongField('emoji', 'message_reactions') : error;
    }
    return writtenMessage(rows, write, messageId);
  },
);

export const takeReactionBack = useCase(
  messagesApi.unreact,
  async ({ params: { id: messageId, emoji } }, { call, writes, see }) => {
    await see(ConversationsReads).message(messageId);
    const write = await writes.begin(call, { messageId, emoji });
    await write.handle(message, messageId, { type: 'RemoveReaction', data: { emoji } });
  },
);
