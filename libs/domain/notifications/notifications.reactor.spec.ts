import { eventRegistry, type Message, type Recorded } from '@dosar/kernel';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { placeAt, recorded, someone } from '@dosar/kernel/testing';
import { takenAt, viewRunner, type OpenedRecord } from '@dosar/kernel/runtime';
import { DEFAULT_NOTIFICATION_PREFERENCES } from '@dosar/contracts';
import { catalogues } from '../registry';
import { file } from '../testing/drive';
import { clientRegistered, elena, firmRegistered, of, userRegistered } from '../testing/identity';
import { notifications } from './notifications.reactor';
import { recipients } from './recipients.projector';
import type { RecipientsRow } from './recipients';

type Told = Message & Partial<Recorded>;

const registry = eventRegistry(...catalogues);
const minutes = (many: number) => new Date(Date.parse(someone.now) + many * 60_000).toISOString();
const by = (id: string, role: string) => ({ actor: { kind: 'user', id, role, sessionId: 's' } as const });

/** Who is notified of the last of these, and of which kind; the reactor reads its view as of each event. */
const toldOf = (...story: readonly Told[]) => toldOfOne(story.length - 1, story);
/** The same for another of them, while the view is further than the reactor. */
const toldOfOne = async (which: number, story: readonly Told[], now = new Date(someone.now)) => {
  const reads = memoryReadStore();
  await reads.open([recipients]);
  const runner = viewRunner(recipients, { ...reads.own, apply: reads.apply.bind(reads) }, registry, null);
  for (const [at, event] of story.entries()) {
    const { data, ip, userAgent, ...rest } = recorded(event, at);
    const record: OpenedRecord = {
      ...rest,
      version: 1,
      clear: data,
      sealed: null,
      keys: [],
      personalKey: null,
      reach: () => undefined,
      known: {},
      place: () => placeAt(at),
      personal: () => [],
      from: () => ({ ip, userAgent }),
    };
    await runner.project(record);
    if (runner.stop) throw new Error(runner.stop.reason);
    await reads.apply([runner.batch()], placeAt(at));
    runner.applied(takenAt(placeAt(at))!);
  }
  const rows = new Map(
    (await reads.own.find(recipients, { where: {} })).map(({ id, json }) => [id, JSON.parse(json) as RecipientsRow]),
  );
  const last = recorded(story[which]!, which);
  const react = notifications.on[last.type as 'MessageSent'] as unknown as (
    ...all: unknown[]
  ) => { id: string; command: Message }[];
  const facts = { linkTo: () => '', now: () => now };
  const view = { beside: (kind: string) => ({ get: (id: string) => rows.get(`${kind}:${id}`) ?? null }) };
  return react(last.data, last, facts, view).map(({ id, command }) => [id, command.type, command.data] as const);
};
const namesOf = (asked: Awaited<ReturnType<typeof toldOf>>) => asked.map(([id]) => id);

const office = [
  { ...firmRegistered({ accountantScope: 'firm' }), ...of('firm', 'f-1') },
  { ...clientRegistered(), ...of('client', 'c-1') },
  { ...userRegistered(), ...of('user', 'ana') },
  { ...userRegistered(), ...of('user', 'dan') },
  { ...userRegistered(elena), ...of('user', 'elena') },
  { ...userRegistered(elena), ...of('user', 'mihai') },
];
const assigned = (accountantId: string) => ({
  type: 'AccountantAssigned',
  data: { accountantId, userRevision: 0 },
  ...of('client', 'c-1'),
});
const opened = {
  type: 'ConversationOpened',
  ...of('conversation', 'c-1'),
  data: {
    year: 2026,
    kind: 'client',
    clientId: 'c-1',
    firmId: null,
    title: null,
    participantIds: ['ana', 'dan', 'elena'],
  },
};
const brought = (who = by('ana', 'user'), at = 0, kind = 'upload'): Told => ({
  ...file('f', 'bon.pdf'),
  stream: 'drive-c-1',
  occurredAt: minutes(at),
  ...who,
  data: { ...file('f', 'bon.pdf').data, source: { kind, id: null } },
});
const said = (senderId: string, at = 0): Told => ({
  type: 'MessageSent',
  ...of('message', `m${at}`),
  occurredAt: minutes(at),
  ...by(senderId, 'user'),
  data: {
    conversationId: 'c-1',
    year: 2026,
    clientId: 'c-1',
    firmId: null,
    senderId,
    text: null,
    fileIds: [],
    quoteId: null,
  },
});
const readUpTo = (userId: string, at: number): Told => ({
  type: 'ReadUpTo',
  ...of('reader', 'r'),
  data: {
    conversationId: 'c-1',
    clientId: 'c-1',
    firmId: null,
    userId,
    messageId: 'm',
    sentAt: Date.parse(minutes(at)),
  },
});
/** The event in the log, once it was raised because of that event of the story. */
const raised = (at: number, userId: string, kind: string): Told => ({
  type: 'NotificationRaised',
  ...of('inbox', userId),
  data: {
    ...about(at, kind),
    subjectId: 'x',
    windowId: kind === 'message_new' ? null : id(at),
    number: 1,
    inApp: true,
    email: true,
  },
});
const id = (at: number) => recorded({ type: 'x', data: {} }, at).id;
const about = (at: number, kind: string) => ({
  notificationId: id(at),
  kind,
  actorId: 'ana',
  clientId: 'c-1',
  conversationId: kind === 'message_new' ? 'c-1' : null,
});
const read = (at: number, userId: string, kind: string): Told => ({
  type: 'NotificationRead',
  ...of('inbox', userId),
  data: about(at, kind),
});

describe('what a client’s user uploads is told', () => {
  it('the assigned accountants', async () =>
    expect(namesOf(await toldOf(...office, assigned('mihai'), brought()))).toEqual(['mihai']));
  it('all of the firm when none is assigned, unless only the assigned see the client', async () => {
    expect(namesOf(await toldOf(...office, brought()))).toEqual(['elena', 'mihai']);
    const change = { type: 'FirmDetailsChanged', data: { accountantScope: { from: 'firm', to: 'assigned' } } };
    expect(namesOf(await toldOf(...office, { ...change, ...of('firm', 'f-1') }, brought()))).toEqual([]);
  });
  it('nobody who has gone, or was deactivated', async () => {
    const gone = { type: 'UserDeactivated', data: {}, ...of('user', 'elena') };
    expect(namesOf(await toldOf(...office, gone, brought()))).toEqual(['mihai']);
    const moved = {
      type: 'UserRoleChanged',
      ...of('user', 'mihai'),
      data: { from: 'accountant', to: 'accountant', firmId: { from: 'f-1', to: 'f-2' }, assignmentsEnded: [] },
    };
    expect(namesOf(await toldOf(...office, moved, brought()))).toEqual(['elena']);
  });
  it('nobody when it is a copy', async () =>
    expect(await toldOf(...office, brought(by('ana', 'user'), 0, 'copy'))).toEqual([]));
  it('as one of ten minutes, and of somebody who has read it, anew', async () => {
    const one = [...office, assigned('elena'), brought()];
    expect(await toldOf(...one, brought(by('ana', 'user'), 9))).toEqual([]);
    const next = await toldOf(...one, brought(by('ana', 'user'), 9), brought(by('ana', 'user'), 10));
    expect(next).toMatchObject([['elena', 'RaiseNotification', { number: 1, windowId: id(9) }]]);
    const answered = [raised(7, 'elena', 'file_uploaded'), read(7, 'elena', 'file_uploaded')];
    expect(await toldOf(...one, ...answered, brought(by('ana', 'user'), 9))).toMatchObject([
      ['elena', 'RaiseNotification', { number: 2, windowId: id(7), notificationId: id(10) }],
    ]);
    const all = { type: 'AllNotificationsRead', data: { upTo: id(7) }, ...of('inbox', 'elena') };
    expect(namesOf(await toldOf(...one, all, brought(by('ana', 'user'), 9)))).toEqual(['elena']);
    expect(namesOf(await toldOf(...one, brought(by('dan', 'user'), 1)))).toEqual(['elena']);
  });
});

describe('what is done for a client', () => {
  it('is told its users, but not whoever did it', async () => {
    expect(namesOf(await toldOf(...office, brought(by('elena', 'accountant'))))).toEqual(['ana', 'dan']);
    const processed = (to: string): Told => ({
      type: 'FileProcessStateChanged',
      stream: 'drive-c-1',
      ...by('elena', 'accountant'),
      data: { fileId: 'f', year: 2026, folderId: null, name: null, from: 'new', to },
    });
    expect(await toldOf(...office, processed('processed'))).toMatchObject([
      ['ana', 'RaiseNotification', { kind: 'file_processed', actorId: 'elena', subjectId: 'f' }],
      ['dan', 'RaiseNotification', {}],
    ]);
    expect(await toldOf(...office, processed('processing'))).toEqual([]);
  });
  it('is not told who left', async () => {
    const left = {
      type: 'UserMembershipChanged',
      data: { clientIds: { from: ['c-1'], to: [] } },
      ...of('user', 'dan'),
    };
    expect(namesOf(await toldOf(...office, left, brought(by('elena', 'accountant'))))).toEqual(['ana']);
  });
});

describe('a message', () => {
  const talk = [...office, opened];
  it('is told the others who take part', async () =>
    expect(namesOf(await toldOf(...talk, said('ana')))).toEqual(['dan', 'elena']));
  it('is one with those before that were not read, whoever said them', async () => {
    expect(await toldOf(...talk, said('ana'), said('ana', 9))).toEqual([]);
    expect(namesOf(await toldOf(...talk, said('ana'), said('dan', 1)))).toEqual(['ana']);
    const answered = [raised(7, 'dan', 'message_new'), read(7, 'dan', 'message_new')];
    expect(namesOf(await toldOf(...talk, said('ana'), ...answered, said('ana', 1)))).toEqual(['dan']);
  });
  it('is another one, or the same again, after ten minutes, and when the clock was set back', async () => {
    const one = [...talk, said('ana'), raised(7, 'dan', 'message_new'), raised(7, 'elena', 'message_new')];
    expect(namesOf(await toldOf(...one, said('ana', 10)))).toEqual(['dan', 'elena']);
    expect(namesOf(await toldOf(...one, said('ana', 10), said('ana', 19)))).toEqual([]);
    expect(namesOf(await toldOf(...one, said('ana', -60 * 24 * 2)))).toEqual(['dan', 'elena']);
  });
  it('that was raised after all was read is answered like any other', async () => {
    const allRead = { type: 'AllNotificationsRead', data: { upTo: id(6) }, ...of('inbox', 'dan') };
    const late = [...talk, said('ana'), allRead, raised(7, 'dan', 'message_new'), said('ana', 1)];
    expect(await toldOf(...late)).toEqual([]);
    expect(namesOf(await toldOf(...late, read(7, 'dan', 'message_new'), said('ana', 2)))).toEqual(['dan']);
  });
  it('is told those alone who want it told, as they want it', async () => {
    const off = { in_app: false, email: false };
    const change = (message_new: object): Told => ({
      type: 'NotificationPreferencesChanged',
      ...of('user', 'dan'),
      data: { from: DEFAULT_NOTIFICATION_PREFERENCES, to: { ...DEFAULT_NOTIFICATION_PREFERENCES, message_new } },
    });
    expect(namesOf(await toldOf(...talk, change(off), said('ana')))).toEqual(['elena']);
    expect(await toldOf(...talk, change({ ...off, email: true }), said('ana'))).toMatchObject([
      ['dan', 'RaiseNotification', { inApp: false, email: true }],
      ['elena', 'RaiseNotification', { inApp: true, email: true }],
    ]);
  });
  it('is not told a second time when it is reacted to again', async () => {
    const story = [...talk, said('ana'), raised(7, 'dan', 'message_new'), said('ana', 20)];
    expect(namesOf(await toldOfOne(7, story))).toEqual(['elena']);
  });
  it('is read with its conversation, when nothing of others was said behind', async () => {
    const one = [...talk, said('ana', 1)];
    const asks = [['dan', 'ReadConversation', { conversationId: 'c-1' }]];
    expect(await toldOf(...one, readUpTo('dan', 1))).toEqual(asks);
    expect(await toldOf(...one, said('ana', 2), readUpTo('dan', 1))).toEqual([]);
    expect(await toldOf(...one, said('dan', 2), readUpTo('dan', 1))).toEqual(asks);
    expect(await toldOf(...talk, readUpTo('dan', 1))).toEqual([]);
  });
});

it('what is too old is told nobody', async () => {
  const later = new Date(Date.parse(someone.now) + 8 * 24 * 60 * 60_000);
  expect(namesOf(await toldOf(...office, brought()))).toEqual(['elena', 'mihai']);
  expect(await toldOfOne(6, [...office, brought()], later)).toEqual([]);
});
