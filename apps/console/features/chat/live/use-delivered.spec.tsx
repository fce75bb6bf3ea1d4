/** @jest-environment ./testing/browser.cjs */
import { act, waitFor } from '@testing-library/react';
import type { Conversation, Message } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { startLive } from '../../../platform/live/live';
import { FakeConnection } from '../../../testing/fake-connection';
import { aServer, show } from '../../../testing/screen';
import { aMessage, ANA, anOpenConversation, signIn, OPEN_CONVERSATION } from '../../../testing/conversation';
import { conversationHandlers } from './live-conversations';
import { useDelivered } from './use-delivered';
import { staysSo } from '../../../testing/waiting';

/** Longer than the console waits from one to the next. */
const PAUSE_MS = 150;

const Portal = () => {
  useDelivered();
  return null;
};

/** What another has said and nobody has read, as the last of its conversation. */
const news = (end: number, more: Partial<Message> = {}): Conversation => {
  const message = aMessage(end, `mesaj ${end}`, {
    conversation_id: `${OPEN_CONVERSATION.slice(0, -4)}${2_000 + end}`,
    ...more,
  });
  return anOpenConversation({ id: message.conversation_id, last_message: message, unread_count: 1 });
};

/** The same once it was delivered to Ana. */
const delivered = (talk: Conversation): Conversation => {
  const { id, created_at: sent_at } = talk.last_message!;
  const mark = { last_delivered_message_id: id, last_delivered: { at: '2026-03-05T09:30:00.000Z', sent_at } };
  return { ...talk, participants: talk.participants.map((each) => (each.id === ANA ? { ...each, ...mark } : each)) };
};

describe('that messages have come', () => {
  let stop = () => {};
  beforeAll(() => {
    Object.assign(globalThis, { WebSocket: FakeConnection });
  });
  afterEach(() => {
    act(stop);
    session.close();
    FakeConnection.all.length = 0;
  });

  /** Ana opens the portal; she has these conversations. */
  const opened = async (talks: Conversation[]) => {
    signIn();
    aServer({
      'GET /conversations': ({ searchParams: query }) => {
        const [page, pageSize] = ['page', 'pageSize'].map((name) => Number(query.get(name) ?? 1)) as [number, number];
        const conversations = talks.slice((page - 1) * pageSize, page * pageSize);
        const unread_count = talks.reduce((sum, each) => sum + each.unread_count, 0);
        return { conversations, page, pageSize, total: talks.length, unread_count };
      },
      ...Object.fromEntries(
        talks.map((talk) => [`GET /conversations/${talk.id}`, () => ({ conversation: talk })] as const),
      ),
    });
    await show(<Portal />);
    act(() => {
      stop = startLive(conversationHandlers);
    });
    await waitFor(() => expect(FakeConnection.all.at(-1)?.sent).toHaveLength(1));
    await act(async () => FakeConnection.all.at(-1)!.says('40{"sid":"s"}'));
  };
  const tell = (event: string, body: object) =>
    act(async () => FakeConnection.all.at(-1)!.says(`42${JSON.stringify([event, body])}`));
  const said = () =>
    FakeConnection.all.at(-1)!.sent.flatMap((text) => {
      if (!text.startsWith('42')) return [];
      const [event, { message_id }] = JSON.parse(text.slice(2)) as [string, { message_id: string }];
      return event === 'message:delivered' ? [message_id] : [];
    });
  const stays = (count: number, times: number) => act(() => staysSo(() => said().length === count, times * PAUSE_MS));
  const idOf = ({ last_message: last }: Conversation) => last!.id;

  it('is said once the portal is open, once of each conversation, however many there are', async () => {
    const first = news(1);
    const second = news(99);
    const old = Array.from({ length: 60 }, (_, at) => ({ ...delivered(news(at + 2)), unread_count: 0 }));
    const own = { ...news(98, { sender_id: ANA }), unread_count: 0 };
    const unread = delivered(news(97));
    await opened([first, unread, own, ...old, second]);
    await waitFor(() => expect(said()).toEqual([idOf(first), idOf(second)]));
    await stays(2, 3);
  });

  it('is said of what was missed on a line that held', async () => {
    const talks = [delivered(news(1))];
    await opened(talks);
    await stays(0, 2);
    const later = news(2);
    talks.unshift(later);
    await tell('resync', {});
    await waitFor(() => expect(said()).toEqual([idOf(later)]));
  });

  it('is said up to the newest one of many at once, more slowly than the server refuses', async () => {
    const before = delivered(news(1));
    await opened([before]);
    const many = Array.from({ length: 100 }, (_, at) => aMessage(at + 2, 'alt mesaj', { conversation_id: before.id }));
    for (const message of many) await tell('message:new', { message, position: message.position });
    await waitFor(() => expect(said().at(-1)).toBe(many.at(-1)!.id));
    expect(said().length).toBeLessThan(40);
  });

  it('is said over the next line where this one is lost before it was', async () => {
    const talks = [news(1), news(2), news(3)];
    await opened(talks);
    await waitFor(() => expect(said()).toEqual([idOf(talks[0]!)]));
    act(() => FakeConnection.all.at(-1)!.close());
    await waitFor(() => expect(FakeConnection.all).toHaveLength(2));
    await waitFor(() => expect(FakeConnection.all.at(-1)!.sent).toHaveLength(1));
    await act(async () => FakeConnection.all.at(-1)!.says('40{"sid":"s"}'));
    await waitFor(() => expect(said()).toEqual(talks.map(idOf)));
  });
});
