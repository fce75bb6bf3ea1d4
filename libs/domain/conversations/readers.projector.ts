import { put, type DataOf, type Projector, type Rows } from '@dosar/kernel';
import { isDeliveredBy } from './reader.decider';
import { readerId, type ReaderEvent } from './reader.events';

/** How far somebody has come in a conversation. */
export type ReaderRow = {
  readonly conversation_id: string;
  readonly user_id: string;
  readonly read_id: string | null;
  readonly delivered_id: string | null;
  /** When the message was sent up to which it was delivered, in milliseconds. */
  readonly delivered_sent: number;
};

type Mark = DataOf<ReaderEvent, 'ReadUpTo'>;

const at = async (rows: Rows<ReaderRow>, { conversationId, userId }: Mark): Promise<ReaderRow> =>
  (await rows.get(readerId(conversationId, userId))) ?? {
    ...{ conversation_id: conversationId, user_id: userId },
    ...{ read_id: null, delivered_id: null, delivered_sent: -1 },
  };

const delivered = (row: ReaderRow, { messageId, sentAt }: Mark): ReaderRow => ({
  ...row,
  delivered_id: messageId,
  delivered_sent: sentAt,
});

const written = (row: ReaderRow) => put<ReaderRow>(readerId(row.conversation_id, row.user_id), row);

export const readers: Projector<ReaderEvent, ReaderRow> = {
  view: 'readers',
  version: 2,
  columns: { conversation_id: 'id', user_id: 'id' },
  indexes: [['conversation_id'], ['user_id']],
  columnsOf: ({ conversation_id, user_id }) => ({ conversation_id, user_id }),
  personal: 'unread',

  on: {
    ReadUpTo: async (mark, _, rows) => {
      const row = { ...(await at(rows, mark)), read_id: mark.messageId };
      return written(isDeliveredBy(mark, row.delivered_sent) ? delivered(row, mark) : row);
    },
    DeliveredUpTo: async (mark, _, rows) => written(delivered(await at(rows, mark), mark)),
  },
};
