import { put, remove, WHOLE, type Projector, type SearchDocument } from '@dosar/kernel';
import { conversationKey } from '../conversations/conversation.events';
import type { MessageEvent } from '../conversations/message.events';
import { documentOf, faceted, ofClient, type Found } from './document';

/** What is said in a client's own conversation is for all who see the client; elsewhere for those who take part. */
const placeOf = (conversationId: string, clientId: string | null, firmId: string | null): Found =>
  conversationId === clientId
    ? ofClient(clientId, firmId, conversationKey(conversationId, WHOLE))
    : { key: conversationKey(conversationId, WHOLE), scopes: [`conversation:${conversationId}`] };

/** Messages, as they were edited last; a deleted one says nothing to anybody. */
export const ofMessages: Projector<MessageEvent, SearchDocument>['on'] = {
  MessageSent: ({ conversationId, clientId, senderId, text }, { resource: { id }, tenant, occurredAt }) =>
    text === null
      ? []
      : put(id, {
          ...documentOf('message', id, text, occurredAt, placeOf(conversationId, clientId, tenant.firmId)),
          ...faceted({ facets: {} }, { conversationId, authorId: senderId }),
        }),
  MessageEdited: async ({ to }, { resource: { id }, occurredAt }, rows) => {
    const document = await rows.get(id);
    return document && to !== null ? put(id, { ...document, title: to, updatedAt: occurredAt }) : [];
  },
  MessageDeleted: (_, { resource }) => remove(resource.id),
};
