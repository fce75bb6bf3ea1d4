import { FILE_LIMITS, filesApi, type InputOf } from '@dosar/contracts';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { arrayOf } from '../../platform/http/json';
import { variantOf, type ViewRows } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads } from '../files.reads';

export const listTrash = useCase(filesApi.trash, ({ query }, { call, rows, see }) => {
  const drives = see(FilesReads);
  const clientId = drives.clientId(query.client_id, 'client_id');
  const of = { client_id: clientId, ...(drives.since !== null && { deleted_at: { from: drives.since } }) };
  // a folder's row changes with every event in the trash, and with or after a file's deletion
  const produce = async () =>
    `{${await deletedIn(rows, files, of, query)},${await deletedIn(rows, folders, of, query)}}`;
  return rows.part(call, { view: files, audience: clientId }, produce, variantOf(query));
});

const deletedIn = async (
  rows: ViewRows,
  view: typeof files | typeof folders,
  of: { readonly client_id: string; readonly deleted_at?: { readonly from: string } },
  query: InputOf<typeof filesApi.trash>['query'],
): Promise<string> => {
  const { page = 1, pageSize } = query;
  const name = view === files ? 'files' : 'folders';
  const where = { ...of, deleted: 1 };
  const limit = query.page === undefined ? FILE_LIMITS.listed : pageSize;
  const find = { where, order: [['deleted_at', 'desc']], skip: (page - 1) * limit, limit } as const;
  const found = await rows.find(view, find);
  const isAll = page === 1 && found.length < limit;
  return `"${name}":${arrayOf(found)}${isAll ? '' : `,"${name}_total":${await rows.count(view, { where })}`}`;
};
