import { put, type Projector } from '@dosar/kernel';
import type { Note, Role } from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';
import { referenceTo, remember, renameReference, shownOnly, type ReferenceName } from '../reference-names';
import type { DriveEvent } from './drive.events';

const showName = (row: Note, { name }: ReferenceName): Note => ({ ...row, author: { ...row.author, name } });

/** What was written beside files. */
export const notes: Projector<DriveEvent | UserEvent, Note | ReferenceName> = {
  view: 'notes',
  version: 1,
  columns: { file_id: 'text', created: 'text' },
  indexes: [['file_id', 'created']],
  columnsOf: shownOnly(({ file_id, created_at }: Note) => ({ file_id, created: created_at }), {}),
  subjectsOf: shownOnly(({ author }: Note) => [author.id], []),
  // read file by file, so tagged by it
  audienceOf: shownOnly(({ file_id }: Note) => file_id, null),

  on: {
    UserRegistered: ({ name }, { resource }) => remember(resource.id, name),
    UserProfileChanged: ({ name }, { resource }, rows) =>
      name ? renameReference(rows, resource.id, { name: name.to }, showName) : [],

    FileNoteAdded: async ({ fileId, noteId, text }, { actor, occurredAt }, rows) =>
      put<Note | ReferenceName>(noteId, {
        id: noteId,
        file_id: fileId,
        text,
        author: { ...(await referenceTo(rows, actor.id)), role: actor.role as Role },
        created_at: occurredAt,
      }),
  },
};
