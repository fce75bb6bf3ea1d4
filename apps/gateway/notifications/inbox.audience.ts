import type { Access } from '../platform/access/access';
import type { AudienceKind } from '../platform/sockets/audience';
import type { Account } from '../platform/access/call';

declare module '../platform/sockets/audience' {
  interface Audiences {
    /** A person, while they may see the conversation or client of the notification: `<user> <kind> <id>`. */
    readonly inboxOf: string;
    /** Whoever may be told of what somebody does in a conversation or for a client: `<actor> <kind> <id>`. */
    readonly newsOf: string;
  }
}

/** Whether somebody may still see the subject of a notification: otherwise it counts as missing. */
export const maySee = (access: Access, person: Account, place: string): boolean => {
  const [kind, id = ''] = place.split(' ');
  if (kind === 'client') return access.clientFor(person, id) !== null;
  const talk = access.conversation(id);
  return talk !== null && access.mayRead(person, talk);
};

export const inboxOf: AudienceKind = {
  by: 'inboxOf',
  roomsOf(to, access) {
    const [userId = '', ...place] = to.split(' ');
    const person = access.user(userId);
    return person && maySee(access, person, place.join(' ')) ? [`user ${userId}`] : [];
  },
  roomsFor: () => [],
};

export const newsOf: AudienceKind = {
  by: 'newsOf',
  roomsOf(to, access) {
    const [actorId = '', kind, id = ''] = to.split(' ');
    const client = access.client(id);
    const people =
      kind === 'conversation'
        ? (access.conversation(id)?.participants ?? [])
        : access.usersOfClient(id).concat(client ? access.accountantsOfFirm(client.firmId) : []);
    const place = `${kind} ${id}`;
    const isTold = (person: Account | null) => person && person.id !== actorId && maySee(access, person, place);
    return people.filter((each) => isTold(access.user(each))).map((each) => `user ${each}`);
  },
  roomsFor: () => [],
};
