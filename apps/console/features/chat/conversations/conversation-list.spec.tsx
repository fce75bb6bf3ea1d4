/** @jest-environment ./testing/browser.cjs */
import { act, screen, waitFor } from '@testing-library/react';
import type { Conversation, Participant, Presence } from '@dosar/contracts';
import { queries } from '../../../platform/queries';
import { aServer, scrollTo, show } from '../../../testing/screen';
import { aMessage, ana, anOpenConversation, CLIENT, signIn } from '../../../testing/conversation';
import { conversationDrafts } from '../composing/conversation-drafts';
import { ConversationList } from './conversation-list';
import { otherSide } from './conversation-names';
import { conversationHandlers } from '../live/live-conversations';
import { staysSo } from '../../../testing/waiting';

const talks = (count: number) =>
  Array.from({ length: count }, (_, at) => anOpenConversation({ id: `t${at}`, kind: 'direct', title: `Despre ${at}` }));

/** The list, as a server has it. */
const opened = async (
  all: () => readonly Conversation[],
  answer: (page: number, found: object) => object = (_, found) => found,
) => {
  signIn();
  const one = ({ pathname }: URL) => ({ conversation: all().find(({ id }) => pathname.endsWith(`/${id}`)) });
  const asked = aServer({
    ...Object.fromEntries(all().map(({ id }) => [`GET /conversations/${id}`, one])),
    'GET /conversations': ({ searchParams: query }) => {
      const [page, pageSize] = ['page', 'pageSize'].map((name) => Number(query.get(name))) as [number, number];
      const conversations = all().slice((page - 1) * pageSize, page * pageSize);
      return answer(page, { conversations, page, pageSize, total: all().length, unread_count: 0 });
    },
  });
  const { person } = await show(<ConversationList user={ana} currentId={undefined} />);
  await screen.findByText('Despre 0');
  return { asked, person, pages: () => asked.map((each) => /[?&]page=(\d+)/.exec(each)![1]) };
};
const end = () => screen.getByText('Despre 0').closest('ul')!.nextElementSibling!;

describe('the list of conversations', () => {
  it('is read on while its end is near, as far as there are any', async () => {
    const all = talks(120);
    const { pages } = await opened(() => all);
    expect(screen.queryByText('Despre 50')).toBeNull();
    scrollTo(end());
    await screen.findByText('Despre 119');
    await waitFor(() => expect(pages()).toEqual(['1', '2', '3']));
    await staysSo(() => pages().length === 3);
  });

  it('is read on also where its end comes near while something else is read', async () => {
    const all = talks(60);
    const { pages } = await opened(() => all);
    void act(() => void queries.refetchQueries());
    scrollTo(end());
    await screen.findByText('Despre 59');
    expect(pages()).toEqual(['1', '1', '2']);
  });

  it('has a conversation with a new message first, without being read anew as a whole', async () => {
    let all = talks(120);
    const { asked } = await opened(() => all);
    scrollTo(end());
    await screen.findByText('Despre 119');
    const message = aMessage(1, 'Nou', { conversation_id: 't70', created_at: '2026-03-04T12:00:00.000Z' });
    all = all.map((each) =>
      each.id === 't70' ? { ...each, last_message: message, updated_at: message.created_at, unread_count: 1 } : each,
    );
    asked.length = 0;
    act(() => conversationHandlers['message:new']?.({ message, position: '1' }));
    await screen.findByText('Elena: Nou');
    expect(screen.getAllByRole('listitem')[0]!.textContent).toContain('Despre 70');
    expect(screen.getAllByRole('listitem')).toHaveLength(120);
    expect(asked).toEqual(['GET /api/conversations/t70']);
  });

  it('says why it was not read on, and is when somebody wants it', async () => {
    const all = talks(60);
    let isRefused = true;
    const no = { error: 'Nu acum.', code: 'VALIDATION_FAILED', correlation_id: 'x' };
    const { person, pages } = await opened(
      () => all,
      (page, found) => (isRefused && page === 2 ? Response.json(no, { status: 422 }) : found),
    );
    scrollTo(end());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Nu acum.'));
    expect(screen.getByText('Despre 0')).toBeTruthy();
    expect(pages()).toEqual(['1', '2']);
    isRefused = false;
    await person.click(screen.getByRole('button', { name: 'Încearcă din nou' }));
    await screen.findByText('Despre 59');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('a conversation in which something is begun says so, with what', async () => {
  const all = talks(2);
  signIn();
  conversationDrafts.keep(all[1]!.id, { text: 'Mai lipsește extrasul' });
  await opened(() => all);
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows.map((each) => each.includes('Ciornă: Mai lipsește extrasul'))).toEqual([false, true]);
  act(() => conversationDrafts.keep(all[1]!.id, { text: '' }));
  expect(screen.queryByText('Ciornă:')).toBeNull();
});

describe('who is there', () => {
  const [own, accountant] = anOpenConversation().participants as [Participant, Participant];
  const at = (presence: Presence, person: Participant, id = person.id) => ({ ...person, id, presence });
  const dotsOf = async (talk: Partial<Conversation>) => {
    await opened(() => [anOpenConversation({ title: 'Despre 0', client: { id: CLIENT, name: 'Despre 0' }, ...talk })]);
    return screen.getAllByRole('listitem')[0]!.querySelector('[data-presence]')?.getAttribute('data-presence') ?? null;
  };

  it.each<[string, Partial<Conversation>, string | null]>([
    [
      'nobody of the firm, while a colleague is',
      { participants: [own, at('away', own, 'colleague'), accountant] },
      null,
    ],
    ['the accountant', { participants: [own, at('away', own, 'colleague'), at('online', accountant)] }, 'online'],
    ['the other one', { kind: 'direct', participants: [own, at('busy', own, 'colleague')] }, 'busy'],
  ])('is %s', async (_, talk, dot) => expect(await dotsOf(talk)).toBe(dot));

  it('is nobody of the client for the firm, while another accountant is', () => {
    const participants = [at('offline', own), at('online', accountant, 'mihai'), accountant];
    expect(otherSide({ kind: 'client', participants }, accountant.id)).toEqual([at('offline', own)]);
    // an administrator, who takes no part
    expect(otherSide({ kind: 'client', participants }, 'admin')).toEqual([at('offline', own)]);
  });
});
