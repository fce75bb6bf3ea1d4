import { put, view, type Rows } from '@dosar/kernel';
import type { Note, Role } from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';
import {
  allUnder,
  forgetReference,
  leftUnder,
  sealedUnder,
  updateShown,
  referenceTo,
  remember,
  renameReference,
  namesAndKeys,
  type NamesAndKeys,
  type ReferenceName,
} from '../reference-names';
import { clientOf, filesKey, type DriveEvent } from './drive.events';

const showName = (row: Note, { name }: ReferenceName): Note => ({ ...row, author: { ...row.author, name } });

const besideFiles = async (rows: Rows<Note, NamesAndKeys, 'file_id'>, files: readonly string[]) =>
  (await Promise.all(files.map((file_id) => rows.find({ where: { file_id } })))).flat();

/** Notes of files. */
export const notes = view<DriveEvent | UserEvent, Note, NamesAndKeys>()({
  view: 'notes',
  version: 3,
  keepsFormer: true,
  columns: { file_id: 'text', created: 'text' },
  indexes: [['file_id', 'created']],
  beside: namesAndKeys,
  columnsOf: ({ file_id, created_at }) => ({ file_id, created: created_at }),
  subjectsOf: ({ author }) => [author.id],
  // clients read it by file, so the tag is the file
  audienceOf: ({ file_id }) => file_id,

  forgets: {
    user: ({ id }, rows) => forgetReference(rows, id, showName),
    files: async (key, rows) => [
      ...(await besideFiles(rows, await leftUnder(rows, key))).map((row) => put<Note>(row.id, row)),
      ...(await besideFiles(rows, await allUnder(rows, key.name))).map((row) =>
        put<Note>(row.id, { ...row, text: null }),
      ),
    ],
  },

  on: {
    UserRegistered: ({ name }, { resource }) => remember(resource.id, name),
    UserProfileChanged: ({ name }, { resource }, rows) =>
      name ? renameReference(rows, resource.id, { name: name.to }, showName) : [],

    FileNoteAdded: async ({ fileId, noteId, text, year }, { stream, actor, occurredAt }, rows) => [
      put<Note>(noteId, {
        id: noteId,
        file_id: fileId,
        text,
        author: { ...(await referenceTo(rows, actor.id)), role: actor.role as Role },
        created_at: occurredAt,
      }),
      await sealedUnder(rows, fileId, filesKey(clientOf(stream), year)),
    ],
    FileNoteCarried: async ({ fileId, noteId, text, from, year }, { stream }, rows) => [
      ...(await updateShown(rows, noteId, (row) => ({ ...row, text }))),
      await sealedUnder(rows, fileId, filesKey(clientOf(stream), year), filesKey(clientOf(stream), from)),
    ],
  },
});
