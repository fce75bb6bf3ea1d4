import type { Conversation } from '@dosar/contracts';
import { placed, type ConversationsPage } from './placed';

/** Conversations, named by when they were changed. */
const talk = (id: string, hour: number, unread = 0) =>
  ({ id, updated_at: `2026-03-04T${hour}:00:00.000Z`, unread_count: unread }) as Conversation;
const pages = (total: number): ConversationsPage[] => [
  { conversations: [talk('a', 20), talk('b', 19)], page: 1, pageSize: 2, total, unread_count: 0 },
  { conversations: [talk('c', 18), talk('d', 17)], page: 2, pageSize: 2, total, unread_count: 0 },
];
const shown = (all: readonly ConversationsPage[]) =>
  all.map(({ conversations }) => conversations.map(({ id, unread_count }) => id + (unread_count || '')).join(' '));

describe('a conversation that has changed', () => {
  it('stands first with a newer message, wherever it was', () => {
    expect(shown(placed(pages(4), talk('d', 21, 1), false))).toEqual(['d1 a b', 'c']);
    expect(shown(placed(pages(9), talk('new', 21), false))).toEqual(['new a b', 'c d']);
  });

  it('stays in its place when its messages do', () => {
    expect(shown(placed(pages(4), talk('c', 18, 2), false))).toEqual(['a b', 'c2 d']);
    expect(shown(placed(pages(4), talk('d', 17, 2), false))).toEqual(['a b', 'c d2']);
    expect(shown(placed(pages(4), talk('a', 20, 2), false))).toEqual(['a2 b', 'c d']);
  });

  it('comes with the next page where it belongs there', () => {
    expect(shown(placed(pages(9), talk('old', 10), false))).toEqual(['a b', 'c d']);
    expect(shown(placed(pages(4), talk('old', 10), false))).toEqual(['a b', 'c d old']);
  });

  it('is in a selection only if it was', () => {
    expect(shown(placed(pages(4), talk('new', 21), true))).toEqual(['a b', 'c d']);
    expect(shown(placed(pages(4), talk('b', 21), true))).toEqual(['b a', 'c d']);
  });
});
