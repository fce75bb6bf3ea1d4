import type { UserId } from '@dosar/contracts';
import { projects, someone } from '@dosar/kernel/testing';
import { UserEvents, type UserEvent } from '../identity/user.events';
import { of, userRegistered } from '../testing/identity';
import { ConversationEvents, type ConversationEvent } from './conversation.events';
import { conversations, type ConversationRow } from './conversations.projector';
import { edits } from './edits.projector';
import { MessageEvents, type MessageEvent } from './message.events';
import { messages, type MessageRow } from './messages.projector';
import { ReaderEvents, type ReaderEvent } from './reader.events';
import { readers } from './readers.projector';

const { now, actor } = someone;
const given = projects<ConversationEvent | MessageEvent>(conversations, ConversationEvents, MessageEvents);

const inConversation = (event: ConversationEvent) => ({ ...event, ...of('conversation', 't') });
const inMessage = (event: MessageEvent, id = 'm') => ({ ...event, ...of('message', id) });

const opened = inConversation({
  type: 'ConversationOpened',
  data: { year: 2026, kind: 'direct', clientId: null, firmId: 'f-1', title: 'Bilanț', participantIds: ['ana'] },
});
const added = inConversation({ type: 'ParticipantAdded', data: { userId: 'elena', clientRevision: 3 } });
const removed = inConversation({ type: 'ParticipantRemoved', data: { userId: 'ana', clientRevision: 4 } });
const text: string | null = 'Bună ziua';
const sent = (said: string | null = text, id = 'm') =>
  inMessage(
    {
      type: 'MessageSent',
      data: {
        year: 2026,
        conversationId: 't',
        clientId: null,
        firmId: 'f-1',
        senderId: actor.id,
        text: said,
        fileIds: ['f'],
        quoteId: 'q',
      },
    },
    id,
  );
const edited = (number: number, from: string, to: string) =>
  inMessage({ type: 'MessageEdited', data: { year: 2026, conversationId: 't', number, from, to } });
const deleted = inMessage({ type: 'MessageDeleted', data: { year: 2026, conversationId: 't', text } });

const row: ConversationRow = {
  id: 't',
  kind: 'direct',
  client_id: null,
  title: 'Bilanț',
  participants: [{ id: 'ana', since: '1' }],
  last_message_id: null,
  updated_at: now,
  key: 'conversation:t/2026',
};

describe('the view of conversations', () => {
  it('shows who takes part, and since when', async () => {
    await given(opened).thenRows({ t: row });
    const both = [...row.participants, { id: 'elena', since: '2' }];
    await given(opened, added).thenRows({ t: { ...row, participants: both } });
    await given(opened, added, removed).thenRows({ t: { ...row, participants: [both[1]] } });
  });
  it('knows the newest message, and is sorted by when it came', async () => {
    const later = '2026-01-02T08:00:00.000Z';
    await given(opened, sent(), { ...sent('Încă una', 'n'), occurredAt: later }).thenRows({
      t: { ...row, last_message_id: 'n', updated_at: later },
    });
    expect(conversations.columnsOf(row)).toEqual({ updated: now });
  });
  it('has nothing of a conversation that was not opened', () => given(added, sent()).thenRows({}));
});

describe('the view of messages', () => {
  const told = projects<MessageEvent | UserEvent>(messages, MessageEvents, UserEvents);
  const shown: MessageRow = {
    id: 'm',
    conversation_id: 't',
    text,
    sender_id: actor.id,
    sender_role: 'accountant',
    file_ids: ['f'],
    quote_id: 'q',
    edits_count: 0,
    deleted: false,
    created_at: now,
    position: '1',
    reactions: [],
  };

  it('shows what was sent, by whom and when', async () => {
    await told(sent()).thenRows({ m: shown });
    await told(sent(null)).thenRows({ m: { ...shown, text: null } });
  });
  it('shows what it says now, where it was sent', () =>
    told(sent(), edited(1, 'Bună ziua', 'Bună seara'), edited(2, 'Bună seara', 'Bine')).thenRows({
      m: { ...shown, text: 'Bine', edits_count: 2 },
    }));
  it('shows nothing of what was deleted but that it was', () =>
    told(sent(), deleted).thenRows({ m: { ...shown, text: '', file_ids: [], deleted: true } }));
  it('shows who has reacted how, each kind where it was first said', () => {
    const reaction = (type: 'ReactionAdded' | 'ReactionRemoved', userId: string, emoji: '✅' | '👍') =>
      inMessage({ type, data: { year: 2026, conversationId: 't', userId: userId, emoji } });
    return told(
      sent(),
      reaction('ReactionAdded', 'ana', '👍'),
      reaction('ReactionAdded', 'ana', '✅'),
      reaction('ReactionAdded', 'elena', '👍'),
      reaction('ReactionRemoved', 'ana', '✅'),
    ).thenRows({ m: { ...shown, reactions: [{ emoji: '👍', user_ids: ['ana', 'elena'] as UserId[] }] } });
  });
  it('knows what people are called, also when they are gone', async () => {
    const name = (is: string | null) => ({ 'name:ana': { nameOf: 'ana', name: is, email: null } });
    const ana = (event: UserEvent) => ({ ...event, ...of('user', 'ana') });
    const renamed: UserEvent = { type: 'UserProfileChanged', data: { name: { from: 'Ana', to: 'Ana Pop' } } };
    await told(ana(userRegistered({ name: 'Ana' }))).thenRows(name('Ana'));
    await told(ana(userRegistered({ name: 'Ana' })), ana(renamed)).thenRows(name('Ana Pop'));
  });
  it('finds them by their conversation, in the order of the log', () => {
    expect(messages.columnsOf({ ...shown, deleted: true })).toEqual({
      conversation_id: 't',
      place: 1n,
      sender_id: actor.id,
      deleted: 1,
    });
    expect(messages.audienceOf!(shown)).toBe('t');
  });
});

const { key } = row;
it('the view of edits has one row a change', () =>
  projects<MessageEvent>(edits, MessageEvents)(sent(), edited(1, 'a', 'b'), edited(2, 'b', 'c'), deleted).thenRows({
    'm 1': { message_id: 'm', editor_id: actor.id, old_text: 'a', new_text: 'b', edit_number: 1, edited_at: now, key },
    'm 2': { message_id: 'm', editor_id: actor.id, old_text: 'b', new_text: 'c', edit_number: 2, edited_at: now, key },
  }));

describe('the view of readers', () => {
  const marked = (type: ReaderEvent['type'], messageId: string, sentAt: number): ReaderEvent => ({
    type,
    data: { conversationId: 't', clientId: null, firmId: 'f-1', userId: 'ana', messageId, sentAt },
  });
  const told = projects<ReaderEvent>(readers, ReaderEvents);
  const ana = { conversation_id: 't', user_id: 'ana' };
  const unread = { read_id: null, read_sent: -1, read_at: null };
  const read = (sent: number) => ({ read_id: 'b', read_sent: sent, read_at: now });
  const later = '2026-03-05T09:30:00.000Z';

  it('shows how far somebody has come, and when', async () => {
    await told(marked('DeliveredUpTo', 'a', 1)).thenRows({
      't-ana': { ...ana, ...unread, delivered_id: 'a', delivered_sent: 1, delivered_at: now },
    });
    await told(marked('DeliveredUpTo', 'a', 1), { ...marked('ReadUpTo', 'b', 2), occurredAt: later }).thenRows({
      't-ana': {
        ...ana,
        read_id: 'b',
        read_sent: 2,
        read_at: later,
        delivered_id: 'b',
        delivered_sent: 2,
        delivered_at: later,
      },
    });
  });
  it('does not take back what was delivered further than it is read, also of the same moment', async () => {
    await told(marked('DeliveredUpTo', 'c', 3), marked('ReadUpTo', 'b', 2)).thenRows({
      't-ana': { ...ana, ...read(2), delivered_id: 'c', delivered_sent: 3, delivered_at: now },
    });
    await told(marked('DeliveredUpTo', 'c', 3), marked('ReadUpTo', 'b', 3)).thenRows({
      't-ana': { ...ana, ...read(3), delivered_id: 'c', delivered_sent: 3, delivered_at: now },
    });
    await told(marked('ReadUpTo', 'b', 3), marked('DeliveredUpTo', 'c', 3)).thenRows({
      't-ana': { ...ana, ...read(3), delivered_id: 'c', delivered_sent: 3, delivered_at: now },
    });
  });
});
