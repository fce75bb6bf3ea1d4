import type { Message, Recorded } from '@dosar/kernel';
import type { ConversationEvent } from './conversation.events';
import type { MessageEvent } from './message.events';
import type { ReaderEvent } from './reader.events';

type Heard<E extends Message> = E extends Message ? E & Pick<Recorded, 'resource' | 'position'> : never;
type Sent = { readonly senderId: string; readonly position: bigint; isDeleted: boolean };
type Talk = {
  readonly since: Map<string, bigint>;
  readonly said: Map<string, Sent>;
  readonly read: Map<string, string>;
};

/** The number of unread messages, by conversation and participant. */
export type UnreadByPerson = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Participants and their unread messages, counted from the log, message by message. */
export const recountUnread = () => {
  const talks = new Map<string, Talk>();

  const hear = ({ type, data, resource, position }: Heard<ConversationEvent | MessageEvent | ReaderEvent>): void => {
    if (type === 'ConversationOpened') {
      const since = new Map(data.participantIds.map((id) => [id, position]));
      talks.set(resource.id, { since, said: new Map(), read: new Map() });
    } else if (type === 'ParticipantAdded') talks.get(resource.id)!.since.set(data.userId, position);
    else if (type === 'ParticipantRemoved') talks.get(resource.id)!.since.delete(data.userId);
    else if (type === 'MessageSent')
      talks.get(data.conversationId)!.said.set(resource.id, { senderId: data.senderId, position, isDeleted: false });
    else if (type === 'MessageDeleted') talks.get(data.conversationId)!.said.get(resource.id)!.isDeleted = true;
    else if (type === 'MessageRestored') talks.get(data.conversationId)!.said.get(resource.id)!.isDeleted = false;
    else if (type === 'ReadUpTo') talks.get(data.conversationId)!.read.set(data.userId, data.messageId);
  };

  const unreadOf = ({ said, read }: Talk, userId: string, since: bigint): number => {
    const upTo = said.get(read.get(userId) ?? '')?.position ?? -1n;
    const isUnread = ({ senderId, position, isDeleted }: Sent) =>
      !isDeleted && senderId !== userId && position > since && position > upTo;
    return [...said.values()].filter(isUnread).length;
  };

  const unread = (): UnreadByPerson =>
    new Map(
      [...talks].map(([id, talk]) => [
        id,
        new Map([...talk.since].map(([userId, since]) => [userId, unreadOf(talk, userId, since)])),
      ]),
    );

  return {
    hear,
    unread,
    /** Differences from the counts shown, in sentences. Counts above the limit are shown as the limit. */
    differences(shown: UnreadByPerson, most: number): string[] {
      const counted = unread();
      return [...new Set([...counted.keys(), ...shown.keys()])].flatMap((id) => {
        const [log, view] = [counted, shown].map((all) => told(all.get(id) ?? new Map(), most));
        return log === view ? [] : [`conversation ${id}: the log has ${log}, the views have ${view}`];
      });
    },
  };
};

const told = (unread: ReadonlyMap<string, number>, most: number): string => {
  const people = [...unread].sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(people.map(([userId, count]) => [userId, Math.min(count, most)])));
};
