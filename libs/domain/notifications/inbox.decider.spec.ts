import { decides, someone } from '@dosar/kernel/testing';
import { evolve, type DataOf } from '@dosar/kernel';
import { inbox, RAISED_MS } from './inbox.decider';
import type { About, InboxEvent } from './inbox.events';

const given = decides(inbox);

const about = (id: string, more: Partial<About> = {}): About => ({
  notificationId: id,
  kind: 'message_new',
  actorId: 'elena',
  clientId: 'c-1',
  conversationId: 't',
  ...more,
});
const wanted = (id: string, more: Partial<DataOf<InboxEvent, 'NotificationRaised'>> = {}) => ({
  ...about(id),
  subjectId: 'm',
  windowId: null,
  number: 1,
  inApp: true,
  email: true,
  ...more,
});
const upload = (id: string, windowId: string, number = 1) =>
  wanted(id, { kind: 'file_uploaded', conversationId: null, subjectId: 'f', windowId, number });
const raised = (data = wanted('a')): InboxEvent => ({ type: 'NotificationRaised', data });
const raise = (data = wanted('a')) => ({ type: 'RaiseNotification', data }) as const;
const read = (data = about('a')): InboxEvent => ({ type: 'NotificationRead', data });
const told = (...notificationIds: string[]): InboxEvent => ({ type: 'DigestSent', data: { notificationIds } });
const note = (...notificationIds: string[]) => ({ type: 'NoteDigest', data: { notificationIds } }) as const;
const ask = (notificationId: string) => ({ type: 'ReadNotification', data: { notificationId } }) as const;
const remove = (notificationId: string, known: About | null = null) =>
  ({ type: 'DeleteNotification', data: { notificationId, about: known } }) as const;

describe('a notification', () => {
  it('is raised once, also when it is asked for again after it was read', () => {
    given().when(raise()).then(raised());
    given(raised()).when(raise()).thenNothing();
    given(raised(), read()).when(raise()).thenNothing();
  });
  it('is one a conversation until it is read', () => {
    given(raised())
      .when(raise(wanted('b')))
      .thenNothing();
    given(raised(), read())
      .when(raise(wanted('b')))
      .then(raised(wanted('b')));
    const elsewhere = wanted('b', { conversationId: 'u' });
    given(raised()).when(raise(elsewhere)).then(raised(elsewhere));
  });
  it('of a message comes to the top again ten minutes later, as the same', () => {
    const again = { ...wanted('b'), windowId: 'b' };
    const window = { now: new Date(Date.parse(someone.now) + 600_000).toISOString() };
    given(raised())
      .when(raise(again), window)
      .then(raised({ ...again, notificationId: 'a' }));
    const twice = raised({ ...again, notificationId: 'a' });
    given(raised(), twice).when(raise(again), window).thenNothing();
    const state = [raised(), raised(upload('c', 'w')), twice].reduce(
      (state, event) => evolve(inbox, state, event, someone.now),
      inbox.initial(),
    );
    expect([...state.unread.keys()]).toEqual(['c', 'a']);
  });
  it('of documents is one of its ten minutes until it is read', () => {
    const first = upload('a', 'w');
    const again = upload('b', 'w', 2);
    const later = upload('c', 'v');
    given(raised(first)).when(raise(again)).thenNothing();
    given(raised(first)).when(raise(later)).then(raised(later));
    given(raised(first), { type: 'AllNotificationsRead', data: { upTo: 'a' } })
      .when(raise(again))
      .then(raised(again));
  });
  it('is read once', () => {
    given(raised()).when(ask('a')).then(read());
    given(raised(), read()).when(ask('a')).thenNothing();
    given().when(ask('a')).thenNothing();
  });
  it('is read with its conversation, and with no other', () => {
    const conversation = (conversationId: string) => ({ type: 'ReadConversation', data: { conversationId } }) as const;
    const other = wanted('b', { conversationId: 'u' });
    given(raised(), raised(other)).when(conversation('t')).then(read());
    given(raised(other)).when(conversation('t')).thenNothing();
  });
  it('is taken away whether it was read or not, when it is known', () => {
    const removed: InboxEvent = { type: 'NotificationDeleted', data: about('a') };
    given(raised()).when(remove('a')).then(removed);
    given(raised(), read())
      .when(remove('a', about('a')))
      .then(removed);
    given(raised(), removed).when(remove('a')).thenRefused('notification/unknown');
    given(raised(), removed).when(ask('a')).thenNothing();
  });
  it('is read with all, to the newest', () => {
    const all = { type: 'ReadAllNotifications', data: {} } as const;
    const read: InboxEvent = { type: 'AllNotificationsRead', data: { upTo: 'b' } };
    const both = [raised(), raised(upload('b', 'w'))];
    given(...both)
      .when(all)
      .then(read);
    given(...both, read)
      .when(all)
      .thenNothing();
  });
});

describe('a letter', () => {
  it('tells of what was not read, and once', () => {
    const both = [raised(), raised(upload('b', 'w'))];
    given(...both)
      .when(note('a', 'b'))
      .then(told('a', 'b'));
    given(...both, read())
      .when(note('a', 'b'))
      .then(told('b'));
  });
  it('is remembered by its time, and so is what it told of', () => {
    const fold = [raised(), raised(upload('b', 'w')), told('b', 'gone')].reduce(
      (state, event) => evolve(inbox, state, event, someone.now),
      inbox.initial(),
    );
    const at = Date.parse(someone.now);
    expect([fold.mailedAt, ...[...fold.unread.values()].map(({ mailedAt }) => mailedAt)]).toEqual([at, 0, at]);
  });
});

describe('an inbox', () => {
  const fold = (events: readonly InboxEvent[], now = someone.now) =>
    events.reduce((state, event) => evolve(inbox, state, event, now), inbox.initial());

  it('is kept as it is', () => {
    const state = fold([raised(), raised(upload('b', 'w')), read(), told('b')]);
    const parts = JSON.parse(JSON.stringify([...inbox.snapshot!.save(state)])) as unknown[];
    expect(parts.reduce((so: typeof state, part) => inbox.snapshot!.load(so, part), inbox.initial())).toEqual(state);
  });
  it('remembers what was raised as long as it may be asked for again', () => {
    const state = fold([raised(), read()]);
    const later = new Date(Date.parse(someone.now) + RAISED_MS).toISOString();
    expect([...evolve(inbox, state, raised(wanted('b')), later).raised.keys()]).toEqual(['b']);
  });
});
