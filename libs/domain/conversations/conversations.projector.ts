import { put, view, type Rows, type Write } from '@dosar/kernel';
import type { ClientId, ConversationId, ConversationKind, MessageId, UserId } from '@dosar/contracts';
import { conversationKey, type ConversationEvent } from './conversation.events';
import type { MessageEvent } from './message.events';

/** A participant, and since which position of the log: earlier messages do not count as unread. */
export type ParticipantRow = { readonly id: UserId; readonly since: string };

/** A conversation without what belongs to others or changes by itself: names, presence, read marks, the newest message. */
export type ConversationRow = {
  readonly id: ConversationId;
  readonly kind: ConversationKind;
  readonly client_id: ClientId | null;
  readonly title: string | null;
  readonly participants: readonly ParticipantRow[];
  readonly last_message_id: MessageId | null;
  readonly updated_at: string;
  /** The key that encrypts the title. */
  readonly key: string;
};

type Writes = Promise<Write<ConversationRow>[]>;

const change = async (
  rows: Rows<ConversationRow>,
  id: string,
  how: (row: ConversationRow) => Partial<ConversationRow>,
): Writes => {
  const row = await rows.get(id);
  return row ? [put(id, { ...row, ...how(row) })] : [];
};

const without = (participants: readonly ParticipantRow[], userId: string) =>
  participants.filter(({ id }) => id !== userId);

export const conversations = view<ConversationEvent | MessageEvent, ConversationRow>()({
  view: 'conversations',
  version: 4,
  keepsFormer: true,
  columns: { updated: 'text' },
  indexes: [['updated']],
  columnsOf: ({ updated_at }) => ({ updated: updated_at }),
  audienceOf: ({ id }) => id,
  resource: { type: 'conversation', nameOf: ({ title }) => title },

  subjectsOf: ({ key }) => [key],
  forgets: {
    conversation: async ({ name }, rows) =>
      (await rows.bySubject(name)).map((row) => put(row.id, { ...row, title: null })),
  },

  on: {
    ConversationOpened: ({ kind, clientId, title, participantIds, year }, { resource, occurredAt, position }) =>
      put<ConversationRow>(resource.id, {
        id: resource.id,
        kind,
        client_id: clientId,
        title,
        participants: participantIds.map((id) => ({ id, since: String(position) })),
        last_message_id: null,
        updated_at: occurredAt,
        key: conversationKey(resource.id, year),
      }),
    ParticipantAdded: ({ userId }, { resource, position }, rows) =>
      change(rows, resource.id, ({ participants }) => ({
        participants: [...without(participants, userId), { id: userId, since: String(position) }],
      })),
    ParticipantRemoved: ({ userId }, { resource }, rows) =>
      change(rows, resource.id, ({ participants }) => ({ participants: without(participants, userId) })),
    MessageSent: ({ conversationId }, { resource, occurredAt }, rows) =>
      change(rows, conversationId, () => ({ last_message_id: resource.id, updated_at: occurredAt })),
  },
});
