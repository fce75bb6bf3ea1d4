import { decides } from '@dosar/kernel/testing';
import { conversation } from './conversation.decider';
import type { ConversationEvent } from './conversation.events';

const given = decides(conversation);

const details = { kind: 'client', clientId: 'c-1', firmId: null, title: null, participantIds: [] } as const;
const opened = (participantIds: string[] = []): ConversationEvent => ({
  type: 'ConversationOpened',
  data: { year: 2026, ...details, participantIds },
});
const added = (userId: string, clientRevision: number | null): ConversationEvent => ({
  type: 'ParticipantAdded',
  data: { userId, clientRevision },
});
const removed = (userId: string, clientRevision: number): ConversationEvent => ({
  type: 'ParticipantRemoved',
  data: { userId, clientRevision },
});
const open = { type: 'OpenConversation', data: { ...details, participantIds: [] as string[] } } as const;
const add = (userId: string, clientRevision: number) =>
  ({ type: 'AddParticipant', data: { userId, clientRevision } }) as const;
const remove = (userId: string, clientRevision: number) =>
  ({ type: 'RemoveParticipant', data: { userId, clientRevision } }) as const;
const join = (userId: string) => ({ type: 'JoinConversation', data: { userId } }) as const;

describe('a conversation', () => {
  it('is opened once, however late that is asked again', () => {
    given().when(open).then(opened());
    given(opened(['ana']))
      .when(open)
      .thenNothing();
  });
  it('has nobody before it is opened', () => {
    given().when(add('ana', 1)).thenRefused('conversation/unknown');
    given().when(join('ana')).thenRefused('conversation/unknown');
    given().when(remove('ana', 1)).thenNothing();
  });
});

describe('those who take part', () => {
  it('follow the client’s users and accountants', () => {
    given(opened()).when(add('ana', 1)).then(added('ana', 1));
    given(opened(), added('ana', 1)).when(add('ana', 2)).thenNothing();
    given(opened(), added('ana', 1)).when(remove('ana', 2)).then(removed('ana', 2));
    given(opened(), added('ana', 1), removed('ana', 2)).when(remove('ana', 3)).thenNothing();
    given(opened(), added('ana', 1), removed('ana', 2)).when(add('ana', 3)).then(added('ana', 3));
  });
  it('are a thousand at most, beside those whom the client’s stream adds', () => {
    const many = opened(Array.from({ length: 1_000 }, (_, at) => `p ${at}`));
    given(many).when(join('ana')).thenNothing();
    given(many).when(add('ana', 1)).then(added('ana', 1));
  });
  it('are not moved by what comes late', () => {
    given(opened(), added('ana', 1), removed('ana', 2)).when(add('ana', 1)).thenNothing();
    given(opened(), added('ana', 1), removed('ana', 2), added('ana', 3)).when(remove('ana', 2)).thenNothing();
  });
  it('are also those who have written, until the client’s stream says otherwise', () => {
    given(opened()).when(join('ana')).then(added('ana', null));
    given(opened(['ana']))
      .when(join('ana'))
      .thenNothing();
    given(opened(), added('ana', 1)).when(join('ana')).thenNothing();
    given(opened(), added('ana', null)).when(add('ana', 4)).thenNothing();
    given(opened(), added('ana', null)).when(remove('ana', 5)).then(removed('ana', 5));
    given(opened(), added('ana', 1), removed('ana', 2), added('ana', null)).when(remove('ana', 2)).thenNothing();
  });
});
