import type { DataOf, Decider, Message } from '@dosar/kernel';
import { belongsToPlace } from './conversation.events';
import { ReaderEvents, type ReaderEvent } from './reader.events';

type Mark = DataOf<ReaderEvent, 'ReadUpTo'>;
/** `behind`: messages before this one in the log that were not sent at an earlier millisecond. */
type Wanted = Mark & { readonly behind: readonly string[] };
export type ReaderCommand = Message<'MarkRead', Wanted> | Message<'MarkDelivered', Wanted>;

export type ReaderState = { readonly read: Mark | null; readonly delivered: Mark | null };

/** A mark only moves forward. */
const isFurther = ({ sentAt, behind }: Wanted, than: Mark | null): boolean =>
  than === null || sentAt > than.sentAt || behind.includes(than.messageId);

const markOf = ({ behind: _, ...mark }: Wanted): Mark => mark;

/**
 * Whether reading alone implies that it was delivered this far; for messages of the same millisecond `DeliveredUpTo` says
 * so.
 */
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
