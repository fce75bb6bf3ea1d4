import type { Attachment, Conversation, Me, Message } from '@dosar/contracts';
import { session } from '../platform/api';
import { aServer, type Answers } from './screen';

const idOf = (end: number) => `0190a000-0000-7000-8000-${String(end).padStart(12, '0')}`;

export const OPEN_CONVERSATION = idOf(1);
export const CLIENT = idOf(2);
export const ANA = idOf(3);
export const ELENA = idOf(4);

/** Ana, of a client, who may do all that is offered. */
export const ana = {
  id: ANA,
  name: 'Ana Țăranu',
  role: 'user',
  client: { id: CLIENT, name: 'Brutăria' },
  features: ['chat', 'message_edit', 'message_delete', 'file_manager', 'file_notes'],
} as unknown as Me;

/** A message of Elena's, or of whoever else is named. */
export const aMessage = (place: number, text: string, more: Partial<Message> = {}): Message => ({
  id: idOf(1_000 + place),
  conversation_id: OPEN_CONVERSATION,
  text,
  sender_id: ELENA,
  sender_name: 'Elena Dumitrescu',
  sender_role: 'accountant',
  attachments: [],
  quote: null,
  edited: false,
  edits_count: 0,
  deleted: false,
  created_at: `2026-03-04T10:00:00.${String(place % 1_000).padStart(3, '0')}Z`,
  position: `${place}`,
  reactions: [],
  ...more,
});

export const anAttachment = (end: number, name: string): Attachment => ({
  token: idOf(end),
  file_id: idOf(end),
  name,
  size: 12,
  mime_type: 'text/plain',
});

/** The conversation of Ana's company, in which Elena takes part, too. */
export const anOpenConversation = (more: Partial<Conversation> = {}): Conversation => ({
  id: OPEN_CONVERSATION,
  kind: 'client',
  title: null,
  client: { id: CLIENT, name: 'Brutăria' },
  participants: [
    { id: ANA, name: 'Ana Țăranu', role: 'user' as const },
    { id: ELENA, name: 'Elena Dumitrescu', role: 'accountant' as const },
  ].map((each) => ({
    ...each,
    presence: 'offline' as const,
    last_seen: null,
    last_read_message_id: null,
    last_read: null,
    last_delivered_message_id: null,
    last_delivered: null,
  })),
  last_message: null,
  unread_count: 0,
  first_unread_message_id: null,
  updated_at: '2026-03-04T10:00:00.000Z',
  ...more,
});

/** Signs somebody in, as far as this browser knows. */
export const signIn = ({ id }: Pick<Me, 'id'> = ana): void => {
  const payload = btoa(JSON.stringify({ user_id: id, role: 'user', exp: 4_000_000_000, sid: 's' }));
  session.open({ token: `.${payload}.`, expires_at: new Date(Date.now() + 3_600_000).toISOString() });
};

const PAGE = 10;

/** A conversation at a server, that keeps what is sent. @returns what it was asked. */
export const aConversation = (all: readonly Message[], talk: Partial<Conversation> = {}, more: Answers = {}) => {
  const said = [...all];
  const shown = () => anOpenConversation({ last_message: said.at(-1) ?? null, ...talk });
  const part = (from: number, to: number) => ({
    messages: said.slice(Math.max(from, 0), to),
    has_more_before: from > 0,
    has_more_after: to < said.length,
  });
  const placeOf = (id: string | null) => said.findIndex((each) => each.id === id);
  return aServer({
    'GET /conversations': () => ({ conversations: [shown()], page: 1, pageSize: 50, total: 1, unread_count: 0 }),
    [`GET /conversations/${OPEN_CONVERSATION}`]: () => ({ conversation: shown() }),
    [`GET /conversations/${OPEN_CONVERSATION}/messages`]: ({ searchParams: query }) => {
      const [before, after, around] = ['before', 'after', 'around'].map((name) => placeOf(query.get(name)));
      if (before! >= 0) return part(before! - PAGE, before!);
      if (after! >= 0) return part(after! + 1, after! + 1 + PAGE);
      return around! >= 0 ? part(around! - PAGE / 2, around! + PAGE / 2) : part(said.length - PAGE, said.length);
    },
    [`POST /conversations/${OPEN_CONVERSATION}/messages`]: (_, body) => {
      const own = { sender_id: ANA, sender_name: 'Ana Țăranu', sender_role: 'user' as const };
      const sent = aMessage(said.length + 1, (body as { text: string }).text, own);
      said.push(sent);
      return { data: sent };
    },
    ...more,
  });
};
