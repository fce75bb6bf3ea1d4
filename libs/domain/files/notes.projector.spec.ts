import { projects, someone } from '@dosar/kernel/testing';
import type { Note } from '@dosar/contracts';
import { UserEvents, type UserEvent } from '../identity/user.events';
import { ana, of, userRegistered } from '../testing/identity';
import { DriveEvents, type DriveEvent } from './drive.events';
import { notes } from './notes.projector';

const { now, actor } = someone;
const given = projects<DriveEvent | UserEvent>(notes, DriveEvents, UserEvents);
const registered = { ...userRegistered(), ...of('user', actor.id) };
const noted = (noteId: string, text: string | null) => ({
  ...({
    type: 'FileNoteAdded',
    data: { year: 2026, fileId: 'f', folderId: null, name: 'bon.pdf', noteId, text },
  } as const),
  stream: 'drive-c-1',
});
const author = { id: actor.id, name: ana.name, role: actor.role };
const row = { id: 'n', file_id: 'f', text: 'Lipsește pagina 2', author, created_at: now } as Note;
const name = (is: string) => ({
  [`name:${actor.id}`]: { nameOf: actor.id, name: is, email: null },
  'sealed:f': { sealed: 'f', key: 'files:c-1/2026', left: [] },
});

describe('the view of notes', () => {
  it('shows what was written, by whom and when', () =>
    given(registered, noted('n', row.text)).thenRows({ ...name(ana.name), n: row }));
  it('shows the author under the name they have now', () => {
    const renamed: UserEvent = { type: 'UserProfileChanged', data: { name: { from: ana.name, to: 'Ana Pop' } } };
    return given(registered, noted('n', row.text), { ...renamed, ...of('user', actor.id) }).thenRows({
      ...name('Ana Pop'),
      n: { ...row, author: { ...author, name: 'Ana Pop' } },
    });
  });
  it('shows one that was carried with its file, whichever of both years is destroyed', () => {
    const carried = { type: 'FileNoteCarried', data: { fileId: 'f', folderId: null, from: 2026, year: 2032 } } as const;
    const other = { ...noted('m', 'Alta'), data: { ...noted('m', 'Alta').data, fileId: 'g' } };
    return given(registered, noted('n', row.text), other, {
      ...carried,
      data: { ...carried.data, noteId: 'n', text: row.text },
      stream: 'drive-c-1',
    }).thenRows({
      ...name(ana.name),
      n: row,
      m: { ...row, id: 'm', file_id: 'g', text: 'Alta' },
      'sealed:f': { sealed: 'f', key: 'files:c-1/2032', left: ['files:c-1/2026'] },
      'sealed:g': { sealed: 'g', key: 'files:c-1/2026', left: [] },
    });
  });
  it('takes a text that is no longer readable', () =>
    given(registered, noted('n', null)).thenRows({ ...name(ana.name), n: { ...row, text: null } }));
  it('finds them by their file, and by when they were written', () => {
    expect(notes.columnsOf(row)).toEqual({ file_id: 'f', created: now });
    expect(notes.audienceOf!(row)).toBe('f');
  });
});
