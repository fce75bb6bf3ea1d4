import { put, view } from '@dosar/kernel';
import type { MessageId, UserId } from '@dosar/contracts';
import { conversationKey } from './conversation.events';
import type { MessageEvent } from './message.events';

/** One change of a message's text. */
export type EditRow = {
  readonly message_id: MessageId;
  readonly editor_id: UserId;
  readonly old_text: string | null;
  readonly new_text: string | null;
  readonly edit_number: number;
  readonly edited_at: string;
  /** The key that encrypts the texts. */
  readonly key: string;
};

const idOf = ({ message_id, edit_number }: Pick<EditRow, 'message_id' | 'edit_number'>) =>
  `${message_id} ${edit_number}`;

export const edits = view<MessageEvent, EditRow>()({
  view: 'edits',
  version: 3,
  keepsFormer: true,
  columns: { message_id: 'id', number: 'integer' },
  indexes: [['message_id', 'number']],
  columnsOf: ({ message_id, edit_number }) => ({ message_id, number: edit_number }),
  audienceOf: ({ message_id }) => message_id,

  subjectsOf: ({ key }) => [key],
  forgets: {
    conversation: async ({ name }, rows) =>
      (await rows.bySubject(name)).map((row) => put(idOf(row), { ...row, old_text: null, new_text: null })),
  },

  on: {
    MessageEdited: ({ number, from, to, conversationId, year }, { resource: { id }, actor, occurredAt }) =>
      put<EditRow>(idOf({ message_id: id, edit_number: number }), {
        message_id: id,
        editor_id: actor.id,
        old_text: from,
        new_text: to,
        edit_number: number,
        edited_at: occurredAt,
        key: conversationKey(conversationId, year),
      }),
  },
});
