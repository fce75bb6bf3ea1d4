import { FILE_LIMITS, notesApi } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { notes } from '@dosar/domain/files/notes.projector';
import { variantOf } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';

export const listNotes = useCase(notesApi.list, async ({ params: { id: fileId }, query }, { call, rows, see }) => {
  const { file } = await see(FilesReads).file(fileId);
  const find = { where: { file_id: file.id }, order: [['created', 'desc']] } as const;
  const produce = () => rows.listed(notes, 'notes', find, { ...query, most: FILE_LIMITS.notes });
  return rows.part(call, { view: notes, audience: file.id }, produce, variantOf(query));
});

export const addNote = useCase(
  notesApi.add,
  async ({ params: { id: fileId }, body: { text } }, { call, writes, see }) => {
    const { file } = await see(FilesReads).file(fileId);
    const write = await writes.begin(call, { fileId, text });
    const noteId = write.idFor('note');
    await write.handle(drive, file.client_id, { type: 'AddNote', data: { fileId, noteId, text } });
    return write.reply('note', notes, noteId);
  },
);
