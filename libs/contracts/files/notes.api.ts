import { z } from 'zod';
import { asOf, endpoint, IdParam, MaybePaging, maybePageOf, oneOf, stoodAt } from '../endpoint';
import { partOf } from '../features';
import { NoteText } from './files.values';
import { Note } from './files.view';

export const notesApi = partOf(['file_manager', 'file_notes'], {
  list: endpoint({
    method: 'GET',
    path: '/files/:id/notes',
    summary:
      'What was written beside a file, newest first; without a page the newest 500, and how many there are when there are more.',
    params: IdParam,
    query: MaybePaging.extend(asOf),
    status: 200,
    reply: maybePageOf('notes', Note).extend(stoodAt),
    view: 'notes',
  }),
  add: endpoint({
    method: 'POST',
    path: '/files/:id/notes',
    summary: 'Writes a note beside a file.',
    params: IdParam,
    body: z.strictObject({ /** What is to be written. */ text: NoteText }),
    status: 201,
    reply: oneOf('note', Note),
  }),
});
