import { decides } from '@dosar/kernel/testing';
import { reader } from './reader.decider';
import type { ReaderEvent } from './reader.events';

const given = decides(reader);
const mark = (messageId: string, sentAt: number) => ({
  conversationId: 't',
  clientId: 'c-1',
  firmId: null,
  userId: 'ana',
  messageId,
  sentAt,
});
const read = (messageId: string, sentAt: number): ReaderEvent => ({
  type: 'ReadUpTo',
  data: mark(messageId, sentAt),
});
const delivered = (messageId: string, sentAt: number): ReaderEvent => ({
  type: 'DeliveredUpTo',
  data: mark(messageId, sentAt),
});
const wanted = (messageId: string, sentAt: number, behind: readonly string[]) => ({
  ...mark(messageId, sentAt),
  behind,
});
const markRead = (messageId: string, sentAt: number, ...behind: readonly string[]) =>
  ({ type: 'MarkRead', data: wanted(messageId, sentAt, behind) }) as const;
const markDelivered = (messageId: string, sentAt: number, ...behind: readonly string[]) =>
  ({ type: 'MarkDelivered', data: wanted(messageId, sentAt, behind) }) as const;

describe('the marks of a reader', () => {
  it('move on', () => {
    given().when(markRead('a', 1)).then(read('a', 1));
    given(read('a', 1)).when(markRead('b', 2)).then(read('b', 2));
    given(delivered('a', 1)).when(markDelivered('b', 2)).then(delivered('b', 2));
    given(delivered('b', 2)).when(markRead('a', 1)).then(read('a', 1));
  });
  it('move between messages of the same moment in the order of the log, and not to and fro', () => {
    given(read('b', 1))
      .when(markRead('a', 1, 'c', 'b'))
      .then(read('a', 1), delivered('a', 1));
    given(read('b', 1), delivered('a', 1))
      .when(markRead('a', 1, 'b'))
      .then(read('a', 1));
    given(read('a', 1)).when(markRead('b', 1)).thenNothing();
    given(delivered('b', 1))
      .when(markDelivered('a', 1, 'b'))
      .then(delivered('a', 1));
    given(delivered('a', 1)).when(markDelivered('b', 1)).thenNothing();
  });
  it('move on to a message of another clock, which was a little behind', () =>
    given(read('b', 2))
      .when(markRead('a', 1, 'b'))
      .then(read('a', 1), delivered('a', 1)));
  it('never move back, and say nothing where they stay', () => {
    given(read('b', 2)).when(markRead('a', 1)).thenNothing();
    given(read('b', 2)).when(markRead('b', 2)).thenNothing();
    given(delivered('b', 2)).when(markDelivered('a', 1)).thenNothing();
  });
  it('what is read was delivered', () => {
    given(read('b', 2)).when(markDelivered('a', 1)).thenNothing();
    given(read('b', 2)).when(markDelivered('b', 2)).thenNothing();
    given(delivered('c', 3), read('b', 2)).when(markDelivered('b', 2)).thenNothing();
  });
});
