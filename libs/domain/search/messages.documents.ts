import { put, remove, type DataOf, type Projector } from '@dosar/kernel';
import type { SearchDocument } from '@dosar/search/document';
import { conversationKey } from '../conversations/conversation.events';
import type { MessageEvent } from '../conversations/message.events';
import { aboutScope, documentOf, faceted, ofClient, type Found } from './document';

type Said = Pick<DataOf<MessageEvent, 'MessageSent'>, 'conversationId' | 'clientId' | 'year'>;

type Written = Said & Pick<DataOf<MessageEvent, 'MessageSent'>, 'senderId' | 'text'>;

/** Messages in a client's own conversation are found by all who see the client, others by the participants. */
const placeOf = ({ conversationId, clientId, year }: Said, firmId: string | null): Found => {
  const key = conversationKey(conversationId, year);
  return conversationId === clientId
    ? ofClient(clientId, firmId, key)
    : { key, scopes: [`conversation:${conversationId}`, ...(clientId === null ? [] : [aboutScope(clientId)])] };
};

const written = (id: string, { senderId, text, ...said }: Written, sentAt: string, firmId: string | null) =>
  text === null
    ? []
    : put(id, {
        ...documentOf('message', id, text, sentAt, placeOf(said, firmId)),
        ...faceted({ facets: {} }, { conversationId: said.conversationId, authorId: senderId }),
      });

/** Messages in their last version; a deleted one is not found. */
export const ofMessages: Projector<MessageEvent, SearchDocument>['on'] = {
  MessageSent: (said, { resource, tenant, occurredAt }) => written(resource.id, said, occurredAt, tenant.firmId),
  MessageEdited: async ({ to }, { resource: { id }, occurredAt }, rows) => {
    const document = await rows.get(id);
    return document && to !== null ? put(id, { ...document, title: to, updatedAt: occurredAt }) : [];
  },
  MessageDeleted: (_, { resource }) => remove(resource.id),
  MessageRestored: (said, { resource, tenant }) =>
    written(resource.id, said, new Date(said.sentAt).toISOString(), tenant.firmId),
};
