import { z } from 'zod';
import { asOf, endpoint, IdParam, listOf, oneOf, Paging, pageOf, stoodAt, wholeNumber } from '../endpoint';
import { ClientId, ConversationId, Id, MessageId, UserId } from '../ids';
import { partOf } from '../features';
import { rule } from '../rules';
import { isBlank } from '../text';
import { CONVERSATION_LIMITS, ConversationTitle, Emoji, MESSAGE_LIMITS, MessageText } from './conversations.values';
import { Conversation, Edit, Message } from './conversations.view';

/** A part of a conversation: before, after or around a message; without one, the newest. */
const MessagesQuery = z
  .object({
    /** A message's id: those before it. */
    before: Id.optional(),
    /** A message's id: those after it. */
    after: Id.optional(),
    /** A message's id: it, and those before and after it. */
    around: Id.optional(),
    /** How many messages are answered at most. */
    limit: wholeNumber(1, MESSAGE_LIMITS.maxPage).default(MESSAGE_LIMITS.page),
    ...asOf,
  })
  .refine(({ before, after, around }) => [before, after, around].filter((each) => each !== undefined).length < 2, {
    ...rule('value'),
    path: ['around'],
  });

export const conversationsApi = partOf(['chat'], {
  list: endpoint({
    method: 'GET',
    path: '/conversations',
    summary: 'The conversations that the caller may read, those with the newest messages first.',
    query: Paging.extend({
      /** Only those that are about this client. */ client_id: ClientId.optional(),
      /** A part of the client's name or cui, or of the name of somebody who takes part. */ q: z
        .string()
        .max(200)
        .optional(),
      ...asOf,
    }),
    status: 200,
    reply: pageOf('conversations', Conversation).extend({
      /** Unread messages in all conversations in which the caller takes part; more than 1,000 are not counted. */
      unread_count: z.int(),
      ...stoodAt,
    }),
    refuses: ['NOT_FOUND'],
    view: 'messages',
  }),
  open: endpoint({
    method: 'POST',
    path: '/conversations',
    summary:
      'Opens a conversation with others, or with the client when it alone is named; without a title there is one for the same people.',
    body: z.strictObject({
      /** The client that it is about. */
      client_id: ClientId.optional(),
      /** Those who are asked into it. */
      participant_ids: z.array(UserId).min(1).max(CONVERSATION_LIMITS.participants).optional(),
      /** What it is called; without one there is one conversation for the same people. */
      title: ConversationTitle.optional(),
    }),
    status: 201,
    reply: oneOf('conversation', Conversation),
    refuses: ['NOT_FOUND'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/conversations/:id',
    summary: 'One conversation.',
    params: IdParam,
    query: z.object(asOf),
    status: 200,
    reply: oneOf('conversation', Conversation).extend(stoodAt),
    view: 'messages',
  }),
  read: endpoint({
    method: 'POST',
    path: '/reads',
    summary: 'Says that the caller has read a conversation up to a message.',
    body: z.strictObject({
      /** The conversation that was read. */ conversation_id: ConversationId,
      /** The newest message that was read: all before it count as read, too. */ message_id: MessageId,
    }),
    status: 204,
    refuses: ['NOT_FOUND'],
  }),
});

export const messagesApi = {
  ...partOf(['chat'], {
    list: endpoint({
      method: 'GET',
      path: '/conversations/:id/messages',
      summary: 'Messages of a conversation, oldest first: the newest, or those before, after or around a message.',
      params: IdParam,
      query: MessagesQuery,
      status: 200,
      reply: listOf('messages', Message).extend({
        /** Whether there are older ones. */
        has_more_before: z.boolean(),
        /** Whether there are newer ones. */
        has_more_after: z.boolean(),
        ...stoodAt,
      }),
      view: 'messages',
    }),
    send: endpoint({
      method: 'POST',
      path: '/conversations/:id/messages',
      summary: 'Sends a message: a text, attachments, or both.',
      params: IdParam,
      body: z
        .strictObject({
          /** What is said; it may be empty where there are attachments. */
          text: MessageText.default(''),
          /** Tokens of files that were uploaded for it, or ids of other files of the client; 20 at most. */
          attachment_tokens: z.array(Id).max(MESSAGE_LIMITS.attachments).default([]),
          /** The message of this conversation that it answers. */
          quote_message_id: MessageId.optional(),
        })
        .refine(({ text, attachment_tokens }) => !isBlank(text) || attachment_tokens.length > 0, {
          ...rule('required'),
          path: ['text'],
        }),
      status: 201,
      reply: oneOf('data', Message),
    }),
    react: endpoint({
      method: 'POST',
      path: '/messages/:id/reactions',
      summary: 'Reacts to a message; whoever has reacted so already changes nothing.',
      params: IdParam,
      body: z.strictObject({ /** What is said of the message. */ emoji: Emoji }),
      status: 201,
      reply: oneOf('data', Message),
    }),
    unreact: endpoint({
      method: 'DELETE',
      path: '/messages/:id/reactions/:emoji',
      summary: 'Takes an own reaction back.',
      params: IdParam.extend({ /** Which of the own reactions. */ emoji: Emoji }),
      status: 204,
    }),
  }),
  ...partOf(['chat', 'message_edit'], {
    edit: endpoint({
      method: 'PUT',
      path: '/messages/:id',
      summary: 'Changes the text of an own message.',
      params: IdParam,
      body: z.strictObject({ /** What the message says from now on. */ text: MessageText }),
      status: 200,
      reply: oneOf('data', Message),
      refuses: ['ACCESS_DENIED'],
    }),
    edits: endpoint({
      method: 'GET',
      path: '/messages/:id/edits',
      summary: 'What a message said before, oldest first.',
      params: IdParam,
      query: z.object(asOf),
      status: 200,
      reply: listOf('edits', Edit).extend(stoodAt),
      view: 'edits',
    }),
  }),
  ...partOf(['chat', 'message_delete'], {
    delete: endpoint({
      method: 'DELETE',
      path: '/messages/:id',
      summary: 'Deletes a message softly: an own one, or any as an administrator.',
      params: IdParam,
      status: 204,
      refuses: ['ACCESS_DENIED'],
    }),
  }),
} as const;
