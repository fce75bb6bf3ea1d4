import type { DataOf, Message, Recorded } from '@dosar/kernel';
import { projects, someone } from '@dosar/kernel/testing';
import { catalogues } from '../registry';
import { file } from '../testing/drive';
import { clientRegistered, elena, firmRegistered, of, userRegistered } from '../testing/identity';
import { type About, type InboxEvent } from './inbox.events';
import { countOf, coveredOf, type News } from './news';
import { newsOf } from './notification-row';
import { notifications, type NotificationRow } from './notifications.projector';

const given = projects<Message>(notifications, ...catalogues);

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
const later = (minutes: number) => new Date(Date.parse(someone.now) + minutes * 60_000).toISOString();
const brought = (fileId: string, id: string, minutes = 0) => ({
  ...file(fileId, 'bon.pdf'),
  actor: { kind: 'user', id: someone.actor.id, role: 'user', sessionId: 's' } as const,
  stream: 'drive-c-1',
  id,
  occurredAt: later(minutes),
});
const gone = (fileId: string) => ({
  type: 'FileDeleted' as const,
  stream: 'drive-c-1',
  data: { fileId, year: 2026, folderId: null, name: null, deletion: 'd' },
});
const office = [
  { ...firmRegistered({ accountantScope: 'firm' }), ...of('firm', 'f-1') },
  { ...clientRegistered(), ...of('client', 'c-1') },
  { ...userRegistered(elena), ...of('user', 'elena') },
];

/** What elena's bell says of each entry: how many, and whether it is shown, unread and waits to be mailed. */
const shown = async (...story: readonly (Message & Partial<Recorded>)[]) => {
  const rows = await given(...office, ...story).rows();
  const news = (row: NotificationRow) => rows[`news:${newsOf(row)}`] as News;
  return Object.entries(rows)
    .filter(([id]) => id.startsWith('elena '))
    .map(([, found]) => {
      const row = found as NotificationRow;
      const { shown, unread, to_mail } = notifications.columnsOf(row);
      const { live } = row.covered ?? coveredOf(news(row), row);
      return [live.join(' '), shown, unread, to_mail === null ? 0 : 1].join();
    });
};

describe('the view of notifications', () => {
  it('shows what was raised, until it is taken away', async () => {
    expect(await shown(brought('f', 'w'), raised())).toEqual(['f,1,1,1']);
    expect(await shown(brought('f', 'w'), raised({ inApp: false, email: false }))).toEqual(['f,0,1,0']);
    const taken = toElena({ type: 'NotificationDeleted', data: about });
    expect(await shown(brought('f', 'w'), raised(), taken)).toEqual([]);
  });
  it('counts what is done within ten minutes, until it is read', async () => {
    const one = [brought('f', 'w'), raised()];
    expect(await shown(...one, brought('g', 'x', 9), brought('h', 'v', 10))).toEqual(['f g,1,1,1']);
    expect(await shown(...one, brought('g', 'x'), read, brought('h', 'y'))).toEqual(['f g,1,0,0']);
    const all = toElena({ type: 'AllNotificationsRead', data: { upTo: 'e' } });
    expect(await shown(...one, all, brought('g', 'x'))).toEqual(['f,1,0,0']);
  });
  it('counts what concerned its reader alone', async () => {
    const assigned = {
      type: 'AccountantAssigned',
      data: { accountantId: 'mihai', userRevision: 0 },
      ...of('client', 'c-1'),
    };
    expect(await shown(brought('f', 'w'), raised(), assigned, brought('g', 'x'))).toEqual(['f,1,1,1']);
  });
  it('shows nothing that was taken back, read or not, until it is back', async () => {
    const two = [brought('f', 'w'), raised(), brought('g', 'x')];
    const back = { ...gone('f'), type: 'FileRestored', data: { ...gone('f').data, from: null, to: null } };
    expect(await shown(...two, gone('f'))).toEqual(['g,1,1,1']);
    expect(await shown(...two, gone('f'), gone('g'))).toEqual([',0,1,0']);
    expect(await shown(...two, gone('f'), gone('g'), back)).toEqual(['f,1,1,1']);
    expect(await shown(...two, gone('f'), gone('g'), brought('h', 'y'))).toEqual(['h,1,1,1']);
    expect(await shown(...two, read, gone('f'), gone('g'))).toEqual([',0,0,0']);
    expect(await shown(brought('f', 'w'), gone('f'), raised())).toEqual([',0,1,0']);
  });
  it('mails once, and again what joins it', async () => {
    const mailed = toElena({ type: 'DigestSent', data: { notificationIds: ['e', 'x'] } });
    expect(await shown(brought('f', 'w'), raised(), mailed)).toEqual(['f,1,1,0']);
    expect(await shown(brought('f', 'w'), raised(), mailed, brought('g', 'x'))).toEqual(['f g,1,1,1']);
  });
  it('knows of very many how many they are, also when all are taken back', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `f${at}`);
    const all = [...many.map((id, at) => brought(id, at === 0 ? 'w' : id)), raised({ subjectId: 'f0' })];
    const count = async (...more: readonly Message[]) => {
      const rows = await given(...office, ...all, ...more).rows();
      const row = rows['elena e'] as NotificationRow;
      return [countOf(coveredOf(rows[`news:${newsOf(row)}`] as News, row)), row.is_gone];
    };
    expect(await count()).toEqual([300, false]);
    expect(await count(...many.slice(1).map(gone))).toEqual([1, false]);
    expect(await count(...many.map(gone))).toEqual([0, true]);
  });
});
