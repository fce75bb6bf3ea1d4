import { put, yearOf, view, type Recorded, type Rows, type Write } from '@dosar/kernel';
import {
  withReaction,
  type ConversationId,
  type FileId,
  type MessageId,
  type Reaction,
  type ReactionTurn,
  type Role,
  type UserId,
} from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';
import { names, remember, updateShown, type Names } from '../reference-names';
import type { MessageEvent } from './message.events';

/**
 * A message without what belongs to others: names of its sender and files, and the message it answers. Names are internal
 * rows of the view, also those of deleted users.
 */
export type MessageRow = {
  readonly id: MessageId;
  readonly conversation_id: ConversationId;
  readonly text: string | null;
  readonly sender_id: UserId;
  readonly sender_role: Role;
  readonly file_ids: readonly FileId[];
  readonly quote_id: MessageId | null;
  readonly edits_count: number;
  readonly deleted: boolean;
  readonly created_at: string;
  /** Position of the sending; the row's own position changes with each edit. */
  readonly position: string;
  /** They stay with a deleted message, which shows none: restored, it has them again. */
  readonly reactions: Reaction[];
};

/** How many messages are read at once. */
const AT_ONCE = 1_000;

const change = (
  rows: Rows<MessageRow, Names>,
  { resource: { id } }: Pick<Recorded, 'resource'>,
  more: Partial<MessageRow>,
): Promise<Write<MessageRow>[]> => updateShown(rows, id, (row) => ({ ...row, ...more }));

const turn = (rows: Rows<MessageRow, Names>, id: string, reaction: ReactionTurn): Promise<Write<MessageRow>[]> =>
  updateShown(rows, id, (row) => ({ ...row, reactions: withReaction(row.reactions, reaction) }));

export const messages = view<MessageEvent | UserEvent, MessageRow, Names>()({
  view: 'messages',
  version: 5,
  keepsFormer: true,
  columns: { conversation_id: 'id', place: 'integer', sender_id: 'id', deleted: 'integer' },
  // the second index counts unread messages without reading rows
  indexes: [
    ['conversation_id', 'place'],
    ['conversation_id', 'deleted', 'place', 'sender_id'],
  ],
  beside: names,
  columnsOf: ({ conversation_id, position, sender_id, deleted }: MessageRow) => ({
    conversation_id,
    sender_id,
    place: BigInt(position),
    deleted: deleted ? 1 : 0,
  }),
  // clients read it by conversation, so the tag is the conversation
  audienceOf: ({ conversation_id }) => conversation_id,

  forgets: {
    user: ({ id }) => remember(id, null),
    conversation: async ({ id, generation }, rows) => {
      const said = { where: { conversation_id: id }, order: [['place', 'asc']] } as const;
      const forgotten: Write<MessageRow>[] = [];
      for (let skip = 0; ; skip += AT_ONCE) {
        const found = await rows.find({ ...said, skip, limit: AT_ONCE });
        for (const row of found)
          // of a deleted message nothing but its state is left
          if (yearOf(row.created_at) === generation)
            forgotten.push(put<MessageRow>(row.id, { ...row, text: row.deleted ? row.text : null }));
        if (found.length < AT_ONCE) return forgotten;
      }
    },
  },

  on: {
    UserRegistered: ({ name }, { resource }) => remember(resource.id, name),
    UserProfileChanged: ({ name }, { resource }) => (name ? remember(resource.id, name.to) : []),

    MessageSent: ({ conversationId, senderId, text, fileIds, quoteId }, { resource, actor, occurredAt, position }) =>
      put<MessageRow>(resource.id, {
        id: resource.id,
        conversation_id: conversationId,
        text,
        sender_id: senderId,
        sender_role: actor.role as Role,
        file_ids: fileIds,
        quote_id: quoteId,
        edits_count: 0,
        deleted: false,
        created_at: occurredAt,
        position: String(position),
        reactions: [],
      }),
    MessageEdited: ({ number, to }, event, rows) => change(rows, event, { text: to, edits_count: number }),
    MessageDeleted: (_, event, rows) => change(rows, event, { text: '', file_ids: [], deleted: true }),
    MessageRestored: ({ text, fileIds }, event, rows) =>
      change(rows, event, { text, file_ids: fileIds, deleted: false }),
    ReactionAdded: ({ emoji, userId }, { resource: { id } }, rows) => turn(rows, id, { emoji, userId, isThere: true }),
    ReactionRemoved: ({ emoji, userId }, { resource: { id } }, rows) =>
      turn(rows, id, { emoji, userId, isThere: false }),
  },
});
