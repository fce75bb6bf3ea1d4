import type { DataOf } from '@dosar/kernel';
import { projects, someone } from '@dosar/kernel/testing';
import { DriveEvents, type DriveEvent } from '../files/drive.events';
import { file } from '../testing/drive';
import { of } from '../testing/identity';
import { InboxEvents, type About, type InboxEvent } from './inbox.events';
import { notifications, type NotificationRow } from './notifications.projector';

const given = projects<InboxEvent | DriveEvent>(notifications, InboxEvents, DriveEvents);

const about: About = {
  notificationId: 'e',
  kind: 'file_uploaded',
  actorId: someone.actor.id,
  clientId: 'c-1',
  conversationId: null,
};
const toElena = (event: InboxEvent) => ({ ...event, ...of('inbox', 'elena') });
const raised = (more: Partial<DataOf<InboxEvent, 'NotificationRaised'>> = {}) =>
  toElena({
    type: 'NotificationRaised',
    data: { ...about, subjectId: 'f', windowId: 'w', number: 1, inApp: true, email: true, ...more },
  });
const read = toElena({ type: 'NotificationRead', data: about });
const brought = (fileId: string, id: string, minutes = 0) => ({
  ...file(fileId, 'bon.pdf'),
  stream: 'drive-c-1',
  id,
  occurredAt: new Date(Date.parse(someone.now) + minutes * 60_000).toISOString(),
});

const row: NotificationRow = {
  id: 'e',
  user_id: 'elena',
  type: 'file_uploaded',
  actor_id: someone.actor.id,
  client_id: 'c-1',
  conversation_id: null,
  subject_id: 'f',
  window_id: 'w',
  first: 1,
  last: null,
  in_app: true,
  to_mail: true,
  read_at: null,
  read_position: null,
  created_at: someone.now,
  position: '1',
};
const places = { 'places:elena': { places: ['client c-1'] } };
const window = (id: string, number: number, newest: string, minutes = 0) => ({
  id,
  number,
  newest,
  startedAt: Date.parse(someone.now) + minutes * 60_000,
});

describe('the view of notifications', () => {
  it('shows what was raised, until it is taken away', async () => {
    await given(raised()).thenRows({ 'elena e': row, ...places });
    const gone = toElena({ type: 'NotificationDeleted', data: about });
    await given(raised(), gone).thenRows(places);
    expect(notifications.columnsOf(row)).toEqual({
      user_id: 'elena',
      shown: 1,
      unread: 1,
      place: 1n,
      about: 'client c-1',
      to_mail: someone.now,
    });
    expect(notifications.audienceOf!(row)).toBe('elena');
  });
  it('counts what is done within ten minutes, until it is read', async () => {
    const key = `newest:file_uploaded ${someone.actor.id} c-1`;
    await given(brought('f', 'w'), brought('g', 'x', 9), brought('h', 'v', 10)).thenRows({
      'window:w': window('w', 2, 'g'),
      'window:v': window('v', 1, 'h', 10),
      [key]: window('v', 1, 'h', 10),
    });
    const at = { occurredAt: someone.now };
    await given(brought('f', 'w'), raised(), brought('g', 'x'), { ...read, ...at }, brought('h', 'y')).thenRows({
      'window:w': window('w', 3, 'h'),
      [key]: window('w', 3, 'h'),
      ...places,
      'elena e': {
        ...row,
        position: '2',
        last: 2,
        to_mail: false,
        read_at: someone.now,
        read_position: '4',
      },
    });
  });
  it('shows all as read, and what was mailed as mailed', async () => {
    const other = raised({ notificationId: 'o', inApp: false });
    const after = { last: null, to_mail: false, read_at: someone.now, read_position: '3' };
    await given(raised(), other, toElena({ type: 'AllNotificationsRead', data: { upTo: 'o' } })).thenRows({
      ...places,
      'elena e': { ...row, ...after },
      'elena o': { ...row, ...after, id: 'o', in_app: false, position: '2' },
    });
    await given(raised(), toElena({ type: 'DigestSent', data: { notificationIds: ['e', 'x'] } })).thenRows({
      ...places,
      'elena e': { ...row, to_mail: false },
    });
  });
});
