import type { DataOf, Decider, Message } from '@dosar/kernel';
import { belongsToPlace } from './conversation.events';
import { ReaderEvents, type ReaderEvent } from './reader.events';

type Mark = DataOf<ReaderEvent, 'ReadUpTo'>;
/** `behind`: messages that stand before it in the log, though they were not sent at an earlier moment. */
type Wanted = Mark & { readonly behind: readonly string[] };
export type ReaderCommand = Message<'MarkRead', Wanted> | Message<'MarkDelivered', Wanted>;

export type ReaderState = { readonly read: Mark | null; readonly delivered: Mark | null };

/** A mark that is there already, or was passed, does not move. */
const isFurther = ({ sentAt, behind }: Wanted, than: Mark | null): boolean =>
  than === null || sentAt > than.sentAt || behind.includes(than.messageId);

const markOf = ({ behind: _, ...mark }: Wanted): Mark => mark;

/** Whether by what is read alone it was delivered further; of the same moment `DeliveredUpTo` says so. */
export const isDeliveredBy = ({ sentAt }: Pick<Mark, 'sentAt'>, deliveredSent: number): boolean =>
  sentAt > deliveredSent;

export const reader: Decider<ReaderState, ReaderCommand, ReaderEvent, never> = {
  events: ReaderEvents,
  initial: () => ({ read: null, delivered: null }),
  decide: {
    MarkRead: (wanted, { read, delivered }) => {
      if (!isFurther(wanted, read)) return [];
      const data = markOf(wanted);
      const isTold = !isFurther(wanted, delivered) || isDeliveredBy(data, delivered?.sentAt ?? -1);
      return [{ type: 'ReadUpTo', data }, ...(isTold ? [] : [{ type: 'DeliveredUpTo' as const, data }])];
    },
    MarkDelivered: (wanted, { delivered }) =>
      isFurther(wanted, delivered) ? [{ type: 'DeliveredUpTo', data: markOf(wanted) }] : [],
  },
  evolve: {
    ReadUpTo: (read, { delivered }) => ({
      read,
      delivered: isDeliveredBy(read, delivered?.sentAt ?? -1) ? read : delivered,
    }),
    DeliveredUpTo: (delivered, state) => ({ ...state, delivered }),
  },
  belongsTo: (_, { data }) => belongsToPlace(data),
};
