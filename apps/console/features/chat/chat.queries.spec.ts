/** @jest-environment ./testing/browser.cjs */
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import type { Message } from '@dosar/contracts';
import { queries } from '../../platform/queries';
import { conversation, messagesNear, showMessage } from './chat.queries';
import { until } from '../../testing/waiting';

const aMessage = (place: number, text = `${place}`): Message => ({
  id: `m${place}`,
  conversation_id: 't',
  text,
  sender_id: 'ana',
  sender_name: 'Ana',
  sender_role: 'user',
  attachments: [],
  quote: null,
  edited: false,
  edits_count: 0,
  deleted: false,
  created_at: '2026-03-04T10:00:00.000Z',
  position: `${place}`,
  reactions: [],
});
const near = messagesNear('t', null);

/** The newest messages of a conversation that has older ones. */
const givenShown = (...places: readonly number[]) =>
  queries.setQueryData(near.queryKey, {
    pages: [{ messages: places.map((each) => aMessage(each)), has_more_before: true, has_more_after: false }],
    pageParams: [{}],
  });
const texts = () =>
  queries.getQueryData(near.queryKey)?.pages.flatMap(({ messages }) => messages.map(({ text }) => text));

describe('what is told of a message', () => {
  beforeEach(() => queries.clear());

  it('that is new stands behind what is shown, in the order in which it was sent', () => {
    givenShown(8, 9);
    showMessage(aMessage(11));
    showMessage(aMessage(10));
    expect(texts()).toEqual(['8', '9', '10', '11']);
  });

  it('that is shown stands in its place', () => {
    givenShown(8, 9);
    showMessage(aMessage(8, 'altfel'));
    expect(texts()).toEqual(['altfel', '9']);
  });

  it('that is older than all that is shown leaves it as it is', () => {
    givenShown(8, 9);
    showMessage(aMessage(3, 'altfel'));
    expect(texts()).toEqual(['8', '9']);
  });

  it('that is the first of a conversation is shown', () => {
    givenShown();
    showMessage(aMessage(1));
    expect(texts()).toEqual(['1']);
  });

  it('while they are read for the first time is in what is shown then', async () => {
    const ANA = '0190a000-0000-7000-8000-000000000001';
    const TALK = '0190a000-0000-7000-8000-000000000002';
    const sent = { ...aMessage(1), id: ANA, sender_id: ANA, conversation_id: TALK };
    const answers: (() => void)[] = [];
    globalThis.fetch = () => {
      const messages = answers.length === 0 ? [] : [sent];
      const body = { messages, has_more_before: false, has_more_after: false };
      return new Promise((resolve) => answers.push(() => resolve(Response.json(body))));
    };
    const observer = new InfiniteQueryObserver(queries, messagesNear(TALK, null));
    const stop = observer.subscribe(() => {});
    await until(() => answers.length >= 1);
    showMessage(sent);
    answers[0]!();
    await until(() => answers.length >= 2);
    answers[1]!();
    await until(() => observer.getCurrentResult().data?.pages[0]?.messages.length === 1);
    stop();
  });
});

it('a conversation that is opened again is read before it is shown', async () => {
  const { queryKey } = conversation('t');
  const stop = new QueryObserver(queries, {
    ...conversation('t'),
    initialData: undefined,
    queryFn: () => null as never,
  }).subscribe(() => {});
  queries.setQueryData(queryKey, { conversation: {} as never });
  stop();
  await until(() => queries.getQueryData(queryKey) === undefined);
});
