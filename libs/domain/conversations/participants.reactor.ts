import { send, type Effect, type Reactor, type Recorded } from '@dosar/kernel';
import type { ClientEvent } from '../identity/client.events';
import { conversation } from './conversation.decider';

type About = Pick<Recorded, 'resource' | 'revision'>;

const follow = (
  type: 'AddParticipant' | 'RemoveParticipant',
  userId: string,
  { resource, revision: clientRevision }: About,
): Effect[] => [send(conversation, resource.id, { type, data: { userId, clientRevision } })];

/** Each client has a conversation, under the client's own id. Its users and the assigned accountants take part in it. */
export const participants: Reactor<ClientEvent> = {
  name: 'participants',
  personal: 'unread',
  on: {
    ClientRegistered: (_, { resource: { id } }) => [
      send(conversation, id, {
        type: 'OpenConversation',
        data: { kind: 'client', clientId: id, firmId: null, title: null, participantIds: [] },
      }),
    ],
    ClientUserLinked: ({ userId }, event) => follow('AddParticipant', userId, event),
    ClientUserUnlinked: ({ userId }, event) => follow('RemoveParticipant', userId, event),
    AccountantAssigned: ({ accountantId }, event) => follow('AddParticipant', accountantId, event),
    AccountantUnassigned: ({ accountantId }, event) => follow('RemoveParticipant', accountantId, event),
  },
};
