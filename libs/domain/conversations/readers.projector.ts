import { put, type DataOf, view, type Rows } from '@dosar/kernel';
import type { ConversationId, MessageId, UserId } from '@dosar/contracts';
import { isDeliveredBy } from './reader.decider';
import { readerId, type ReaderEvent } from './reader.events';

/** How far somebody has read a conversation. */
export type ReaderRow = {
  readonly conversation_id: ConversationId;
  readonly user_id: UserId;
  readonly read_id: MessageId | null;
  readonly delivered_id: MessageId | null;
  /** When the messages at the marks were sent, in milliseconds. */
  readonly read_sent: number;
  readonly delivered_sent: number;
  /** When the marks moved there. */
  readonly read_at: string | null;
  readonly delivered_at: string | null;
};

type Mark = DataOf<ReaderEvent, 'ReadUpTo'>;

const at = async (rows: Rows<ReaderRow>, { conversationId, userId }: Mark): Promise<ReaderRow> =>
  (await rows.get(readerId(conversationId, userId))) ?? {
    conversation_id: conversationId,
    user_id: userId,
    read_id: null,
    read_sent: -1,
    read_at: null,
    delivered_id: null,
    delivered_sent: -1,
    delivered_at: null,
  };

const delivered = (row: ReaderRow, { messageId, sentAt }: Mark, at: string): ReaderRow => ({
  ...row,
  delivered_id: messageId,
  delivered_sent: sentAt,
  delivered_at: at,
});

const written = (row: ReaderRow) => put<ReaderRow>(readerId(row.conversation_id, row.user_id), row);

export const readers = view<ReaderEvent, ReaderRow>()({
  view: 'readers',
  version: 4,
  keepsFormer: true,
  columns: { conversation_id: 'id', user_id: 'id' },
  indexes: [['conversation_id'], ['user_id']],
  columnsOf: ({ conversation_id, user_id }) => ({ conversation_id, user_id }),
  personal: 'unread',

  on: {
    ReadUpTo: async (mark, { occurredAt }, rows) => {
      const read = { read_id: mark.messageId, read_sent: mark.sentAt, read_at: occurredAt };
      const row = { ...(await at(rows, mark)), ...read };
      return written(isDeliveredBy(mark, row.delivered_sent) ? delivered(row, mark, occurredAt) : row);
    },
    DeliveredUpTo: async (mark, { occurredAt }, rows) => written(delivered(await at(rows, mark), mark, occurredAt)),
  },
});
