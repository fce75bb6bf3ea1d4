import { messagesApi, type InputOf } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { conversation } from '@dosar/domain/conversations/conversation.decider';
import { message } from '@dosar/domain/conversations/message.decider';
import { files } from '@dosar/domain/files/files.projector';
import type { Call } from '../platform/access/call';
import { wrongField } from '../platform/http/problem';
import type { ViewRows } from '../platform/reads/rows';
import { rowsById } from '../platform/reads/rows-by-id';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import type { Write } from '../platform/writes/writes';
import { ConversationsReads, type CallerConversations, type ConversationAccess } from './conversations.reads';
import { writtenMessage } from './written-message';

type Wanted = InputOf<typeof messagesApi.send>['body'];

export const sendMessage = useCase(messagesApi.send, async ({ params, body }, context) => {
  const talk = context.see(ConversationsReads).must(params.id);
  const content = await contentOf(context, talk, body);
  const write = await context.writes.begin(context.call, { conversationId: params.id, ...body });
  await join(write, talk);
  await write.handle(message, write.idFor('message'), { type: 'SendMessage', data: content });
  return writtenMessage(context.rows, write, write.idFor('message'));
});

/** Whoever writes takes part; one who only took part would do no harm. */
const join = async (write: Write<Call>, { id, participants }: ConversationAccess): Promise<void> => {
  const userId = write.call.caller.id;
  if (!participants.includes(userId))
    await write.sub('join').handle(conversation, id, { type: 'JoinConversation', data: { userId } });
};

const contentOf = async (
  { rows, see }: UseCaseContext,
  talk: ConversationAccess,
  { text, quote_message_id, attachment_tokens }: Wanted,
) => {
  const quoteId = await quoted(see(ConversationsReads), talk, quote_message_id);
  const fileIds = await attached(rows, talk, attachment_tokens);
  const { id: conversationId, clientId, firmId } = talk;
  return { conversationId, clientId, firmId, text, quoteId, fileIds };
};

/** @throws Problem when it is not of this conversation, or not there any more */
const quoted = async (
  conversations: CallerConversations,
  talk: ConversationAccess,
  id: string | undefined,
): Promise<string | null> => {
  if (id === undefined) return null;
  const quoted = await conversations.messageOf(talk, id);
  if (!quoted || quoted.deleted) throw wrongField('quote_message_id', 'unknown_id');
  return id;
};

/** @throws Problem when one of them is not a file of this client, or not there any more */
const attached = async (
  rows: ViewRows,
  { clientId }: ConversationAccess,
  tokens: readonly string[],
): Promise<string[]> => {
  const ids = [...new Set(tokens)];
  const found = await rowsById(rows, files, ids);
  for (const id of ids) {
    const row = found.get(id);
    const file = row && rowIn(row.json);
    if (!file || file.client_id !== clientId || file.deleted_at !== null)
      throw wrongField('attachment_tokens', 'unknown_id');
  }
  return ids;
};
