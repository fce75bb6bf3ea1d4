import { decides, someone } from '@dosar/kernel/testing';
import type { Emoji } from '@dosar/contracts';
import type { Actor } from '@dosar/kernel';
import { message } from './message.decider';
import type { MessageEvent } from './message.events';
import { messageReturn, type MessageStand } from './message-returns';

const given = decides(message);
const senderId = someone.actor.id;

const said = { conversationId: 't', clientId: 'c-1', firmId: null, text: 'Bună ziua', fileIds: [], quoteId: null };
const send = (more: Partial<{ text: string; fileIds: string[] }> = {}) =>
  ({ type: 'SendMessage', data: { ...said, ...more } }) as const;
const sent = (more: Partial<{ text: string | null; fileIds: string[] }> = {}): MessageEvent => ({
  type: 'MessageSent',
  data: { year: 2026, ...said, senderId, ...more },
});
const edited = (number: number, from: string | null, to: string): MessageEvent => ({
  type: 'MessageEdited',
  data: { year: 2026, conversationId: 't', number, from, to },
});
const deleted = (text: string | null): MessageEvent => ({
  type: 'MessageDeleted',
  data: { year: 2026, conversationId: 't', text },
});
const edit = (text: string) => ({ type: 'EditMessage', data: { text } }) as const;
const remove = { type: 'DeleteMessage', data: {} } as const;
const by = (id: string, role: string): { actor: Actor } => ({ actor: { kind: 'user', id, role, sessionId: 's' } });

describe('a message', () => {
  it('is sent once, by whoever sends it', () => {
    given().when(send()).then(sent());
    given(sent()).when(send()).thenNothing();
  });
  it('says something, or brings something', () => {
    given()
      .when(send({ text: ' \n' }))
      .thenRefused('message/empty');
    given()
      .when(send({ text: '', fileIds: ['f'] }))
      .then(sent({ text: '', fileIds: ['f'] }));
  });
});

describe('an edit', () => {
  it('says what it was and what it is, and counts', () => {
    given(sent())
      .when(edit('Bună seara'))
      .then(edited(1, 'Bună ziua', 'Bună seara'));
    given(sent(), edited(1, 'Bună ziua', 'Bună seara'))
      .when(edit('Noapte bună'))
      .then(edited(2, 'Bună seara', 'Noapte bună'));
    given(sent(), edited(1, 'Bună ziua', 'Bună seara'))
      .when(edit('Bună seara'))
      .thenNothing();
  });
  it('is of an own message that is there', () => {
    given().when(edit('x')).thenRefused('message/unknown');
    given(sent(), deleted('Bună ziua')).when(edit('x')).thenRefused('message/unknown');
    given(sent()).when(edit('x'), by('alta', 'admin')).thenRefused('message/foreign');
  });
  it('leaves nothing empty but a message that brings something', () => {
    given(sent()).when(edit('  ')).thenRefused('message/empty');
    given(sent({ fileIds: ['f'] }))
      .when(edit(''))
      .then(edited(1, 'Bună ziua', ''));
  });
  it('is one of a hundred at most', () => {
    const edits = Array.from({ length: 100 }, (_, at) => edited(at + 1, `${at}`, `${at + 1}`));
    given(sent(), ...edits)
      .when(edit('încă o dată'))
      .thenRefused('message/edits');
    given(sent(), ...edits)
      .when(edit('100'))
      .thenNothing();
  });
  it('takes a text that is no longer readable', () =>
    given(sent({ text: null }))
      .when(edit('x'))
      .then(edited(1, null, 'x')));
});

describe('a deletion', () => {
  it('keeps what the message said', () => {
    given(sent()).when(remove).then(deleted('Bună ziua'));
    given(sent(), edited(1, 'Bună ziua', 'Bună seara'))
      .when(remove)
      .then(deleted('Bună seara'));
  });
  it('is of an own message, or an administrator’s', () => {
    given(sent()).when(remove, by('alta', 'accountant')).thenRefused('message/foreign');
    given(sent()).when(remove, by('alta', 'admin')).then(deleted('Bună ziua'));
  });
  it('is of one that is there', () => {
    given().when(remove).thenRefused('message/unknown');
    given(sent(), deleted('Bună ziua')).when(remove).thenRefused('message/unknown');
  });
});

const reaction = (
  type: 'ReactionAdded' | 'ReactionRemoved',
  emoji: Emoji,
  userId: string = senderId,
): MessageEvent => ({
  type,
  data: { year: 2026, conversationId: 't', userId: userId, emoji },
});
const react = (emoji: Emoji) => ({ type: 'AddReaction', data: { emoji } }) as const;
const takeBack = (emoji: Emoji) => ({ type: 'RemoveReaction', data: { emoji } }) as const;

describe('a reaction', () => {
  it('is of each kind once a person, and is taken back once', () => {
    const seen = reaction('ReactionAdded', '✅');
    given(sent()).when(react('✅')).then(seen);
    given(sent(), seen).when(react('✅')).thenNothing();
    given(sent(), seen).when(react('👍')).then(reaction('ReactionAdded', '👍'));
    given(sent(), seen)
      .when(react('✅'), by('alta', 'user'))
      .then(reaction('ReactionAdded', '✅', 'alta'));
    given(sent(), seen).when(takeBack('✅')).then(reaction('ReactionRemoved', '✅'));
    given(sent(), seen).when(takeBack('✅'), by('alta', 'admin')).thenNothing();
  });
  it('is to a message that is there', () => {
    given().when(react('✅')).thenRefused('message/unknown');
    given(sent(), deleted('Bună ziua')).when(react('✅')).thenRefused('message/unknown');
    given(sent(), reaction('ReactionAdded', '✅'), deleted('Bună ziua'))
      .when(takeBack('✅'))
      .thenRefused('message/unknown');
  });
  it('is one of two hundred at most, and of fifty that one person makes', () => {
    const many = Array.from({ length: 200 }, (_, at) => reaction('ReactionAdded', '👍', `u${at}`));
    given(sent(), ...many)
      .when(react('👍'))
      .thenRefused('message/reactions');
    const turns = Array.from({ length: 50 }, () => [
      reaction('ReactionAdded', '👍'),
      reaction('ReactionRemoved', '👍'),
    ]);
    given(sent(), ...turns.flat())
      .when(react('👍'))
      .thenRefused('message/reactions');
    given(sent(), ...turns.flat())
      .when(react('👍'), by('alta', 'user'))
      .then(reaction('ReactionAdded', '👍', 'alta'));
  });
  it('is put back with what was said, all of it or nothing', () => {
    const deed = [edited(1, 'Bună ziua', 'Da'), reaction('ReactionAdded', '✅'), reaction('ReactionRemoved', '👍')];
    const undoing = { type: 'ReturnMessage', data: messageReturn(deed)! } as const;
    given(sent(), reaction('ReactionAdded', '👍'), ...deed)
      .when(undoing)
      .then(reaction('ReactionRemoved', '✅'), reaction('ReactionAdded', '👍'), edited(2, 'Da', 'Bună ziua'));
    given(sent(), reaction('ReactionAdded', '👍'), ...deed, reaction('ReactionRemoved', '✅'))
      .when(undoing)
      .thenRefused('message/changed-since');
    given(sent(), reaction('ReactionAdded', '👍'), ...deed)
      .when(undoing, by('alta', 'admin'))
      .thenRefused('message/foreign');
    expect(messageReturn([reaction('ReactionAdded', '✅'), reaction('ReactionRemoved', '✅')])).toBeNull();
  });
});

describe('a message that is to stand as it did', () => {
  const back = (was: MessageStand, to: MessageStand) => ({ type: 'ReturnMessage', data: { was, to } }) as const;
  const gone = back({ isDeleted: true }, { isDeleted: false });
  const restored: MessageEvent = {
    type: 'MessageRestored',
    data: {
      year: 2026,
      conversationId: 't',
      clientId: 'c-1',
      firmId: null,
      senderId,
      sentAt: Date.parse(someone.now),
      text: 'Bună ziua',
      fileIds: [],
    },
  };

  it('says again what it said, is there again, or is deleted again', () => {
    given(sent(), edited(1, 'Bună ziua', 'Da'))
      .when(back({ text: 'Da' }, { text: 'Bună ziua' }))
      .then(edited(2, 'Da', 'Bună ziua'));
    given(sent(), deleted('Bună ziua')).when(gone).then(restored);
    given(sent(), deleted('Bună ziua'), restored)
      .when(back({ isDeleted: false }, { isDeleted: true }))
      .then(deleted('Bună ziua'));
    given(sent()).when(gone).thenNothing();
  });
  it('is left when it was changed since, is another’s, or was erased', () => {
    given(sent(), edited(1, 'Bună ziua', 'Da'))
      .when(back({ text: 'Nu' }, { text: 'Bună ziua' }))
      .thenRefused('message/changed-since');
    given(sent(), deleted('Bună ziua'))
      .when(back({ text: 'Da' }, { text: 'Nu' }))
      .thenRefused('message/unknown');
    given(sent(), deleted('Bună ziua')).when(gone, by('alta', 'accountant')).thenRefused('message/foreign');
    given(sent({ text: null }), deleted(null))
      .when(gone)
      .thenRefused('message/erased');
    given().when(gone).thenRefused('message/unknown');
  });
});
