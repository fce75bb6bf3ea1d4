import { decides, someone } from '@dosar/kernel/testing';
import { reads, type ReadsCommand } from './reads.decider';
import type { ReadsEvent } from './reads.events';

const given = decides(reads);
const after = (ms: number) => ({ now: new Date(Date.parse(someone.now) + ms).toISOString() });

describe('a download', () => {
  const file = {
    clientId: 'c-1',
    fileId: 'f',
    year: 2026,
    folderId: null,
    name: 'bon.pdf',
    version: 1,
    size: 10,
    sha256: 'x',
    range: { start: 0, end: 4 },
  };
  it('is recorded each time, with the part that was asked for', () => {
    const command = { type: 'NoteDownload', data: file } as const;
    given().when(command).then({ type: 'FileDownloaded', data: file });
    given({ type: 'FileDownloaded', data: file }).when(command).then({ type: 'FileDownloaded', data: file });
  });
});

describe('a download of many', () => {
  it('is recorded once for each of them', () => {
    const file = (fileId: string) => ({
      clientId: 'c-1',
      fileId,
      year: 2026,
      folderId: null,
      name: 'bon.pdf',
      version: 1,
      size: 10,
      sha256: 'x',
      range: null,
      archiveId: 'z',
    });
    given()
      .when({ type: 'NoteDownloads', data: { files: [file('f'), file('g')] } })
      .then({ type: 'FileDownloaded', data: file('f') }, { type: 'FileDownloaded', data: file('g') });
  });
});

describe('a look at a file', () => {
  it('is recorded as what it is', () => {
    const file = {
      clientId: 'c-1',
      fileId: 'f',
      year: 2026,
      folderId: null,
      name: 'bon.pdf',
      version: 1,
      size: 10,
      sha256: 'x',
      range: null,
    };
    given().when({ type: 'NotePreview', data: file }).then({ type: 'FilePreviewed', data: file });
  });
});

describe('a look at the audit', () => {
  type Viewed = Extract<ReadsEvent, { type: 'AuditViewed' }>['data'];
  const look = (data: Omit<Viewed, 'readerId'>) => ({ type: 'NoteAudit', data: { readerId: 'u-1', ...data } }) as const;
  const viewed = (data: Omit<Viewed, 'readerId'>): ReadsEvent => ({
    type: 'AuditViewed',
    data: { readerId: 'u-1', ...data },
  });
  const tenMinutes = 10 * 60_000;
  it('is recorded with its filters', () =>
    given()
      .when(look({ userId: 'ana', byText: true }))
      .then(viewed({ userId: 'ana', byText: true })));
  it('is the same look for ten minutes, whatever the order of its filters', () => {
    given(viewed({ userId: 'ana', clientId: 'c-1' }))
      .when(look({ clientId: 'c-1', userId: 'ana' }), after(tenMinutes - 1))
      .thenNothing();
    given(viewed({ userId: 'ana' }))
      .when(look({ userId: 'ana' }), after(tenMinutes))
      .then(viewed({ userId: 'ana' }));
  });
  it('with other filters is another look', () =>
    given(viewed({ userId: 'ana' }), viewed({}))
      .when(look({ userId: 'dan' }))
      .then(viewed({ userId: 'dan' })));
});

describe('refused access', () => {
  type Refused = Extract<ReadsCommand, { type: 'NoteRefusals' }>['data']['refused'][number];
  const to = (id: string, clientId: string | null = 'c-1'): Refused => ({ clientId, resource: { type: 'file', id } });
  const note = (count: number, ...refused: Refused[]) =>
    ({ type: 'NoteRefusals', data: { refused, count, routes: ['GET /files/:id', 'GET /files/:id'] } }) as const;
  const refused = (clientId: string | null, count: number, ...ids: string[]): ReadsEvent => ({
    type: 'AccessRefused',
    data: { clientId, count, routes: ['GET /files/:id'], resources: ids.map((id) => ({ type: 'file', id })) },
  });

  it('is recorded with what was asked for, and how often', () =>
    given()
      .when(note(7, to('f'), to('g')))
      .then(refused('c-1', 7, 'f', 'g')));
  it('names each thing once', () =>
    given()
      .when(note(3, to('f'), to('g'), to('f')))
      .then(refused('c-1', 3, 'f', 'g')));
  it('names a client only when all was of that one', () => {
    given()
      .when(note(2, to('f'), to('g', 'c-2')))
      .then(refused(null, 2, 'f', 'g'));
    given()
      .when(note(2, to('f'), to('g', null)))
      .then(refused(null, 2, 'f', 'g'));
    given()
      .when(note(2, to('f', null)))
      .then(refused(null, 2, 'f'));
  });
  it('that names nothing there is has a count alone', () => given().when(note(3)).then(refused(null, 3)));
  it('names the first ten', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `f-${at}`);
    given()
      .when(note(12, ...ids.map((id) => to(id))))
      .then(refused('c-1', 12, ...ids.slice(0, 10)));
  });
});

it('an alarm is recorded', () => {
  const alarm = { alarm: 'downloads', userId: 'ana', files: 501, bytes: 1_000 } as const;
  given().when({ type: 'RaiseAlarm', data: alarm }).then({ type: 'AlarmRaised', data: alarm });
});

it('an alarm that has an hour of its own is recorded once, however late it is asked for again', () => {
  const alarm = { alarm: 'deletions', userId: 'ana', files: 501, folders: 0, since: someone.now } as const;
  const next = { ...alarm, since: after(60 * 60_000).now };
  const raise = (data: typeof alarm | typeof next) => ({ type: 'RaiseAlarm', data }) as const;
  given().when(raise(alarm)).then({ type: 'AlarmRaised', data: alarm });
  given({ type: 'AlarmRaised', data: alarm }).when(raise(alarm), after(1e12)).thenNothing();
  given({ type: 'AlarmRaised', data: alarm }).when(raise(next)).then({ type: 'AlarmRaised', data: next });
});

it('a look at what somebody else could see is recorded once in ten minutes for each person', () => {
  const data = { readerId: 'u-1', userId: 'ana' };
  const look = { type: 'ViewedAs', data } as const;
  given().when({ type: 'NoteLook', data }).then(look);
  given(look).when({ type: 'NoteLook', data }).thenNothing();
  given(look)
    .when({ type: 'NoteLook', data: { ...data, userId: 'elena' } })
    .then({ type: 'ViewedAs', data: { ...data, userId: 'elena' } });
  given(look)
    .when({ type: 'NoteLook', data }, after(10 * 60_000))
    .then(look);
});

it('what was recorded before changes nothing but what the audit was looked at for', () => {
  const look = { type: 'AuditViewed', data: { readerId: 'u-1' } } as const;
  const past: ReadsEvent[] = [
    { type: 'AlarmRaised', data: { alarm: 'downloads', userId: 'ana', files: 1, bytes: 1 } },
    { type: 'AccessRefused', data: { clientId: null, count: 1, routes: [], resources: [] } },
    look,
  ];
  given(...past)
    .when({ type: 'NoteAudit', data: { readerId: 'u-1' } })
    .thenNothing();
});
