import type { Access } from '../platform/access/access';
import type { AudienceKind } from '../platform/sockets/audience';
import type { Account } from '../platform/access/call';

declare module '../platform/sockets/audience' {
  interface Audiences {
    /** A person, while they may see the conversation or client of the notification: `<user> <kind> <id>`. */
    readonly inboxOf: string;
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
