import type { AudienceKind } from '../platform/sockets/audience';

declare module '../platform/sockets/audience' {
  interface Audiences {
    /** Those who take part in a conversation, and those who have asked for its messages and may read them. */
    readonly conversationId: string;
  }
}

const roomOf = (id: string) => `conversation ${id}`;

export const conversation: AudienceKind = {
  by: 'conversationId',
  roomsOf: (id) => [roomOf(id)],
  roomsFor: (person, access) => access.talks(person).map(({ id }) => roomOf(id)),
  mayHear(id, person, access) {
    const talk = access.conversation(id);
    return talk !== null && access.mayRead(person, talk);
  },
};
