import { extensionOf, filesApi, foldersApi, isNameFor, nameFault } from '@dosar/contracts';
import { folders } from '@dosar/domain/files/folders.projector';
import { drive } from '@dosar/domain/files/drive.decider';
import { files } from '@dosar/domain/files/files.projector';
import { Problem } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';

export const renameFile = useCase(
  filesApi.rename,
  async ({ params: { id: fileId }, body: { name } }, { call, writes, see }) => {
    const { file } = await see(FilesReads).file(fileId);
    const fault =
      nameFault(name) ??
      (isNameFor(name, file.mime_type) ? null : { rule: 'content_differs', values: { extension: extensionOf(name) } });
    if (fault) throw new Problem('INVALID_FILE_TYPE', new Map([['name', fault]]));
    const write = await writes.begin(call, { fileId, name });
    await write.handle(drive, file.client_id, { type: 'RenameFile', data: { fileId, name } });
    return write.reply('file', files, fileId);
  },
);

export const renameFolder = useCase(
  foldersApi.rename,
  async ({ params: { id: folderId }, body: { name } }, { call, writes, see }) => {
    const { folder } = await see(FilesReads).folder(folderId);
    const write = await writes.begin(call, { folderId, name });
    await write.handle(drive, folder.client_id, { type: 'RenameFolder', data: { folderId, name } });
    return write.reply('folder', folders, folderId);
  },
);
