import { reacts } from '@dosar/kernel/testing';
import type { ClientEvent } from '../identity/client.events';
import { clientRegistered, of } from '../testing/identity';
import { participants } from './participants.reactor';

/** The effects of an event that is the 7th of the client's stream. */
const after = (event: ClientEvent) => reacts(participants).to(event, { ...of('client', 'c-1'), revision: 7 });
const follows = (type: string, userId: string) =>
  ['conversation', 'c-1', { type, data: { userId, clientRevision: 7 } }] as const;

describe('a client’s own conversation', () => {
  it('is opened with the client, under its id', () => {
    const data = { kind: 'client', clientId: 'c-1', firmId: null, title: null, participantIds: [] };
    after(clientRegistered()).then(['conversation', 'c-1', { type: 'OpenConversation', data }]);
  });
  it('is its users’ and the assigned accountants’', () => {
    const member = { userId: 'ana', userRevision: 2 };
    after({ type: 'ClientUserLinked', data: member }).then(follows('AddParticipant', 'ana'));
    after({ type: 'ClientUserUnlinked', data: member }).then(follows('RemoveParticipant', 'ana'));
    const assignment = { accountantId: 'elena', userRevision: 2 };
    after({ type: 'AccountantAssigned', data: assignment }).then(follows('AddParticipant', 'elena'));
    after({ type: 'AccountantUnassigned', data: { accountantId: 'elena' } }).then(
      follows('RemoveParticipant', 'elena'),
    );
  });
});
