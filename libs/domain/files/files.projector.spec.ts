import { projects, someone } from '@dosar/kernel/testing';
import { NO_FIELDS, type File } from '@dosar/contracts';
import { UserEvents, type UserEvent } from '../identity/user.events';
import { content, fieldsChanged, file, tagsChanged } from '../testing/drive';
import { ana, of, userRegistered } from '../testing/identity';
import { contents } from './contents.projector';
import { DriveEvents, type DriveEvent } from './drive.events';
import { files } from './files.projector';
import { recordedFields } from '../recorded-fields';

const { now, actor } = someone;
const later = '2026-02-01T08:00:00.000Z';
const given = projects<DriveEvent | UserEvent>(files, DriveEvents, UserEvents);
const owner = of('user', actor.id);
const registered = { ...userRegistered(), ...owner };
const inDrive = <E extends DriveEvent>(event: E) => ({ ...event, stream: 'drive-c-1', occurredAt: later });
const uploaded = { ...inDrive(file('f', 'bon.pdf')), occurredAt: now };
const fields = { ...NO_FIELDS, number: 'A 1', sum: 10.5, currency: 'RON' };
const place = { folderId: null };
const about = { fileId: 'f', ...place };

const row: File = {
  id: 'f',
  name: 'bon.pdf',
  client_id: 'c-1',
  folder_id: null,
  size: content.size,
  mime_type: content.mimeType,
  sha256: content.sha256,
  owner: { id: actor.id, name: ana.name },
  process_state: 'new',
  accounting_status: null,
  notes_count: 0,
  fields: null,
  tags: [],
  deleted_at: null,
  deleted_by: null,
  deletion: null,
  created_at: now,
  modified_at: now,
  duplicate_of: null,
};
const name = (is: string) => ({ [`name:${actor.id}`]: { nameOf: actor.id, name: is, email: null } });
const shows = (more: Partial<File>, ...events: (DriveEvent | UserEvent)[]) =>
  given(registered, uploaded, ...events).thenRows({ ...name(ana.name), f: { ...row, ...more } });

describe('the view of files', () => {
  it('shows an uploaded file with its owner', () => shows({}));
  it('shows a file whose owner was erased', () =>
    given(uploaded).thenRows({ f: { ...row, owner: { id: actor.id, name: null } } }));
  it('shows the owner under the name they have now', () => {
    const renamed: UserEvent = { type: 'UserProfileChanged', data: { name: { from: ana.name, to: 'Ana Pop' } } };
    const other = { ...uploaded, data: { ...uploaded.data, fileId: 'g' }, actor: { ...actor, id: 'u-9' } };
    return given(registered, uploaded, other, { ...renamed, ...owner }).thenRows({
      ...name('Ana Pop'),
      f: { ...row, owner: { id: actor.id, name: 'Ana Pop' } },
      g: { ...row, id: 'g', owner: { id: 'u-9', name: null } },
    });
  });
  it('shows what was carried into another year, whichever of both is destroyed', async () => {
    const moved = { ...about, from: 2026, year: 2032, name: 'bon.pdf', sha256: content.sha256, bytesKey: 'y' };
    const there = inDrive({
      type: 'FileCarried',
      data: { ...moved, fields: recordedFields(fields), tags: ['urgent'] },
    });
    const other = inDrive(file('g', 'x.pdf'));
    const carried = { ...there, occurredAt: '2032-02-01T08:00:00.000Z' };
    await given(registered, uploaded, { ...other, occurredAt: now }, carried).thenRows({
      ...name(ana.name),
      f: { ...row, fields, tags: ['urgent'] },
      g: { ...row, id: 'g', name: 'x.pdf' },
      'sealed:f': { sealed: 'f', key: 'files:c-1/2032', left: ['files:c-1/2026'] },
    });
  });
  it('shows what is said of it, and nothing once that was emptied', async () => {
    const told = inDrive(fieldsChanged('f', fields));
    await shows({ fields, tags: ['urgent'] }, told, inDrive(tagsChanged('f', ['urgent'])));
    await shows({}, told, inDrive(fieldsChanged('f', NO_FIELDS)), inDrive(tagsChanged('f', [])));
  });
  it('keeps the owner’s name when something else of them changes', () =>
    shows(
      {},
      {
        type: 'UserProfileChanged',
        data: { phone: { from: null, to: '0721123456' } },
        ...owner,
      },
    ));

  it('shows the new name, and when it was changed', () =>
    shows(
      { name: 'chitanță.pdf', modified_at: later },
      inDrive({ type: 'FileRenamed', data: { year: 2026, ...about, from: 'bon.pdf', to: 'chitanță.pdf' } }),
    ));
  it('shows where a file was moved to', () => {
    const data = { fileId: 'f', year: 2026, name: 'bon.pdf', from: place, to: { folderId: 'a' } };
    return shows({ folder_id: 'a', modified_at: later }, inDrive({ type: 'FileMoved', data }));
  });
  it('keeps a deleted file, with its time, and shows it again when it is restored', async () => {
    const gone = inDrive({ type: 'FileDeleted', data: { year: 2026, ...about, name: 'bon.pdf', deletion: 'd' } });
    const back = { year: 2026, ...about, from: 'bon.pdf', to: 'bon (1).pdf', deletion: 'd' };
    await shows({ deleted_at: later, deleted_by: { id: actor.id, name: ana.name }, deletion: 'd' }, gone);
    await shows({ name: 'bon (1).pdf' }, gone, inDrive({ type: 'FileRestored', data: back }));
  });
  it('shows the states, which do not count as a change of the file', () =>
    shows(
      { process_state: 'processed', accounting_status: 'accounting_completed' },
      inDrive({
        type: 'FileProcessStateChanged',
        data: { year: 2026, ...about, name: 'bon.pdf', from: 'new', to: 'processed' },
      }),
      inDrive({
        type: 'FileAccountingStatusChanged',
        data: { year: 2026, ...about, name: 'bon.pdf', from: null, to: 'accounting_completed' },
      }),
    ));
  it('counts the notes beside it, which do not count as a change of the file', () => {
    const noted = (noteId: string) =>
      inDrive({
        type: 'FileNoteAdded',
        data: { year: 2026, ...about, name: 'bon.pdf', noteId, text: 'De verificat' },
      } as const);
    return shows({ notes_count: 2 }, noted('n'), noted('m'));
  });
  it('takes a name and a hash that are no longer readable', () =>
    given(registered, {
      ...uploaded,
      data: { ...uploaded.data, name: null, originalName: null, sha256: null },
    }).thenRows({ ...name(ana.name), f: { ...row, name: null, sha256: null } }));
});

describe('files are found', () => {
  it('by what the document says of itself', () => {
    const told = { ...fields, issuer: 'Alfa SRL', issuer_cui: '18547290', date: '2026-03-05', due: '2026-04-04' };
    expect(files.columnsOf({ ...row, fields: told, tags: ['urgent', 'De plătit'] })).toMatchObject({
      number: 'a 000000000001',
      issuer: 'alfa srl',
      date: '2026-03-05',
      sum: 1050,
      due: '2026-04-04',
      document: 'a1 2026-03-05',
      tags: '\nurgent\nde platit\n',
    });
  });
  it('in their folder by name, size, times and state', () =>
    expect(files.columnsOf({ ...row, name: 'Bon 9.pdf', folder_id: 'a' })).toEqual({
      client_id: 'c-1',
      folder_id: 'a',
      deleted: 0,
      deleted_at: null,
      sort_name: 'bon 000000000009.pdf',
      size: content.size,
      created: now,
      modified: now,
      status: 'new',
      accounting: null,
      owner: row.owner.id,
      number: null,
      issuer: null,
      date: null,
      sum: null,
      due: null,
      document: null,
      tags: null,
      sha256: 'x',
    }));
  it('among what was deleted, also without a name', () =>
    expect(files.columnsOf({ ...row, name: null, deleted_at: later })).toMatchObject({
      deleted: 1,
      deleted_at: later,
      sort_name: '',
    }));
  it('by their owner, for their client', () => {
    expect(files.subjectsOf!(row)).toEqual([actor.id]);
    expect(files.audienceOf!(row)).toBe('c-1');
  });
});

describe('the view of contents', () => {
  const sealed = { k: 'files:c-1/2026/check', n: 'n', c: 'c' };
  const named = { ...uploaded, id: 'e-1', sealed: { name: sealed, content: sealed } };
  it('knows where the bytes of a file are and which envelope has their key, and by them the file', async () => {
    const row = { id: 'f', blobId: 'b', version: 1, size: 10, year: 2026, created: now, eventId: 'e-1', sealed };
    await projects<DriveEvent>(contents, DriveEvents)(named).thenRows({ f: row });
    expect(contents.columnsOf(row)).toEqual({ blob_id: 'b', created: now });
  });
});
