import { isBlank, MESSAGE_LIMITS, messagesApi } from '@dosar/contracts';
import { message } from '@dosar/domain/conversations/message.decider';
import { Problem, wrongField } from '../platform/http/problem';
import { useCase } from '../platform/use-cases/use-case';
import type { Write } from '../platform/writes/writes';
import { ConversationsReads } from './conversations.reads';
import { writtenMessage } from './written-message';

export const editMessage = useCase(
  messagesApi.edit,
  async ({ params: { id: messageId }, body: { text } }, { call, writes, rows, see }) => {
    const { row } = await see(ConversationsReads).message(messageId);
    if (!row.deleted && isBlank(text) && row.file_ids.length === 0) throw wrongField('text', 'required');
    const write = await writes.begin(call, { messageId, text });
    await edit(write, messageId, text);
    return writtenMessage(rows, write, messageId);
  },
);

/** @throws Problem naming the text when it was edited as often as may be: it was not empty. */
const edit = async (write: Write, messageId: string, text: string): Promise<void> => {
  const max = MESSAGE_LIMITS.edits;
  try {
    await write.handle(message, messageId, { type: 'EditMessage', data: { text } });
  } catch (error) {
    const isRefused = error instanceof Problem && error.code === 'VALIDATION_FAILED';
    throw isRefused ? wrongField('text', 'message_edits', { max }) : error;
  }
};
