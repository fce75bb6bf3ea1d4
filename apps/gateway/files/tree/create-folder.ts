import { foldersApi } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { folders } from '@dosar/domain/files/folders.projector';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';

export const createFolder = useCase(foldersApi.create, async ({ body }, { call, writes, see }) => {
  const clientId = see(FilesReads).clientId(body.client_id, 'client_id');
  const write = await writes.begin(call, { ...body, client_id: clientId });
  const folderId = write.idFor('folder');
  const data = { folderId, parentId: body.parent_folder_id ?? null, name: body.name };
  await write.handle(drive, clientId, { type: 'CreateFolder', data });
  return write.reply('folder', folders, folderId);
});
