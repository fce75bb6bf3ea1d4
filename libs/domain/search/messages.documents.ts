import { put, remove, type DataOf, type Projector } from '@dosar/kernel';
import type { SearchDocument } from '@dosar/search/document';
import { conversationKey } from '../conversations/conversation.events';
import type { MessageEvent } from '../conversations/message.events';
import { aboutScope, documentOf, faceted, ofClient, type Found } from './document';

type Said = Pick<DataOf<MessageEvent, 'MessageSent'>, 'conversationId' | 'clientId' | 'year'>;

/** Messages in a client's own conversation are found by all who see the client, others by the participants. */
const placeOf = ({ conversationId, clientId, year }: Said, firmId: string | null): Found => {
  const key = conversationKey(conversationId, year);
  return conversationId === clientId
    ? ofClient(clientId, firmId, key)
    : { key, scopes: [`conversation:${conversationId}`, ...(clientId === null ? [] : [aboutScope(clientId)])] };
};

/** Messages in their last version; a deleted one is not found. */
export const ofMessages: Projector<MessageEvent, SearchDocument>['on'] = {
  MessageSent: ({ senderId, text, ...said }, { resource: { id }, tenant, occurredAt }) =>
    text === null
      ? []
      : put(id, {
          ...documentOf('message', id, text, occurredAt, placeOf(said, tenant.firmId)),
          ...faceted({ facets: {} }, { conversationId: said.conversationId, authorId: senderId }),
        }),
  MessageEdited: async ({ to }, { resource: { id }, occurredAt }, rows) => {
    const document = await rows.get(id);
    return document && to !== null ? put(id, { ...document, title: to, updatedAt: occurredAt }) : [];
  },
  MessageDeleted: (_, { resource }) => remove(resource.id),
};
