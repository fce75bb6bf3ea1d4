import { bulkApi, type InputOf } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Node } from '@dosar/domain/files/drive-nodes';
import type { Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import { mustBeWithinLimit } from '../bulk/bulk-effects';
import { FilesReads, type CallerDrives } from '../files.reads';
import { ArchiveTickets } from './archive-tickets';

type Selection = InputOf<typeof bulkApi.download>['body'];

export const getArchive = useCase(bulkApi.download, async ({ body: request }, { call, installation, see, use }) => {
  const { file_ids: fileIds, folder_ids: folderIds, include_folders: includeFolders } = request;
  const clientId = await clientOf(see(FilesReads), request);
  await mustBeThere(installation, clientId, request);
  const ticket = await use(ArchiveTickets).issue({ clientId, fileIds, folderIds, includeFolders }, call.caller);
  return { url: `/api/bulk/content/${ticket}` };
});

/** @throws Problem when one of them is unknown in this drive, or was deleted, or when they are too many. */
const mustBeThere = async (
  installation: Installation,
  clientId: string,
  { file_ids, folder_ids }: Selection,
): Promise<void> => {
  const state = await installation.commandHandler.state(drive, clientId);
  const { nodes } = state;
  const isThere = (type: Node['type']) => (id: string) => {
    const node = nodes.get(id);
    return node?.type === type && node.deletion === null;
  };
  if (!file_ids.every(isThere('file')) || !folder_ids.every(isThere('folder')))
    throw new Problem('BULK_INVALID_SELECTION');
  const items = [...file_ids, ...folder_ids].map((id) => ({ id, type: nodes.get(id)!.type, deletion: null }));
  await mustBeWithinLimit(state, { kind: 'download', items });
};

/** The client of a selection: the named one, or that of the first thing. @throws Problem */
const clientOf = async (drives: CallerDrives, { client_id, file_ids, folder_ids }: Selection): Promise<string> => {
  if (client_id !== undefined) return drives.clientId(client_id, 'client_id');
  try {
    const file = file_ids[0];
    const folder = folder_ids[0];
    if (file !== undefined) return (await drives.file(file)).file.client_id;
    return (await drives.folder(folder!)).folder.client_id;
  } catch (error) {
    throw error instanceof Problem ? new Problem('BULK_INVALID_SELECTION', null, null, error.refused) : error;
  }
};
