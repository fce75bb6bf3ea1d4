import { put, type Projector } from '@dosar/kernel';
import type { MessageEvent } from './message.events';

/** One change of a message's text. */
export type EditRow = {
  readonly message_id: string;
  readonly editor_id: string;
  readonly old_text: string | null;
  readonly new_text: string | null;
  readonly edit_number: number;
  readonly edited_at: string;
};

export const edits: Projector<MessageEvent, EditRow> = {
  view: 'edits',
  version: 1,
  columns: { message_id: 'id', number: 'integer' },
  indexes: [['message_id', 'number']],
  columnsOf: ({ message_id, edit_number }) => ({ message_id, number: edit_number }),
  audienceOf: ({ message_id }) => message_id,

  on: {
    MessageEdited: ({ number, from, to }, { resource, actor, occurredAt }) =>
      put<EditRow>(`${resource.id} ${number}`, {
        message_id: resource.id,
        editor_id: actor.id,
        old_text: from,
        new_text: to,
        edit_number: number,
        edited_at: occurredAt,
      }),
  },
};
