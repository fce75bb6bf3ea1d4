import { FILE_LIMITS, filesApi, foldersApi, sortKey, type InputOf } from '@dosar/contracts';
import type { WhereIn } from '@dosar/kernel/runtime';
import { files, tagsIn } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { ResponseCache } from '../../platform/http/response-cache';
import type { ViewRows } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import { FilesReads, pathsTo, type CallerDrives } from '../files.reads';

/** Identifies a listing among those of a client. */
const whatOf = (
  query: Readonly<Record<'sort' | 'order', string>> & {
    readonly include_deleted: boolean;
    readonly page?: number | undefined;
    readonly pageSize: number;
  },
  folderId: string | null,
): string => {
  const { sort, order, include_deleted, page = '', pageSize } = query;
  return [folderId, sort, order, include_deleted, page, page === '' ? '' : pageSize].join();
};

/** What was deleted in an auditor's period is in the trash alone. */
const shownTo = <Q extends { readonly include_deleted: boolean }>({ since }: CallerDrives, query: Q): Q =>
  since === null ? query : { ...query, include_deleted: false };

type Place = { readonly clientId: string; readonly folderId: string | null };

const FILES_BY = {
  name: 'sort_name',
  size: 'size',
  created: 'created',
  modified: 'modified',
  status: 'status',
  number: 'number',
  issuer: 'issuer',
  date: 'date',
  sum: 'sum',
  due: 'due',
} as const;

export const listFiles = useCase(filesApi.list, async ({ query }, { call, rows, see, use }) => {
  const { clientId, folderId } = await see(FilesReads).place(query.clientId, query.folderId, 'clientId');
  const part = { view: files, audience: clientId };
  const around = { view: folders, audience: clientId };
  const produce = () => filesIn(rows, { clientId, folderId }, shownTo(see(FilesReads), query));
  const what = `${whatOf(query, folderId)} ${JSON.stringify(documentsLike(query))}`;
  return use(ResponseCache).keep(call, [part, around], await rows.shared(call, part, what, produce));
});

const hundredths = (sum: number) => Math.round(sum * 100);

/** What the documents are to say of themselves. Days are compared as texts: nothing comes between one and its sign. */
const documentsLike = (query: InputOf<typeof filesApi.list>['query']): WhereIn<typeof files> => {
  const { tag, number, issuer, date_from, date_to, min_sum, max_sum } = query;
  const isDated = date_from !== undefined || date_to !== undefined;
  const isSummed = min_sum !== undefined || max_sum !== undefined;
  return {
    ...(tag !== undefined && { tags: { contains: tagsIn([tag]) } }),
    ...(number !== undefined && { number: { contains: sortKey(number) } }),
    ...(issuer !== undefined && { issuer: { contains: sortKey(issuer) } }),
    ...(isDated && { date: { from: date_from ?? '', ...(date_to !== undefined && { below: `${date_to}~` }) } }),
    ...(isSummed && {
      sum: {
        ...(min_sum !== undefined && { from: hundredths(min_sum) }),
        ...(max_sum !== undefined && { below: hundredths(max_sum) + 1 }),
      },
    }),
  };
};

const filesIn = (rows: ViewRows, { clientId, folderId }: Place, query: InputOf<typeof filesApi.list>['query']) => {
  const where: WhereIn<typeof files> = {
    client_id: clientId,
    folder_id: folderId,
    ...(!query.include_deleted && { deleted: 0 }),
    ...documentsLike(query),
  };
  const order = [[FILES_BY[query.sort], query.order]] as const;
  return rows.listed(files, 'files', { where, order }, { ...query, most: FILE_LIMITS.listed });
};

const FOLDERS_BY = { name: 'sort_name', created: 'created', modified: 'modified' } as const;

export const listFolders = useCase(foldersApi.list, async ({ query }, { call, rows, see, use }) => {
  const { clientId, folderId } = await see(FilesReads).place(query.clientId, query.parentFolderId, 'clientId');
  const where: WhereIn<typeof folders> = {
    client_id: clientId,
    parent_id: folderId,
    ...(!shownTo(see(FilesReads), query).include_deleted && { deleted: 0 }),
  };
  const order = [[FOLDERS_BY[query.sort], query.order]] as const;
  const produce = () => rows.listed(folders, 'folders', { where, order }, { ...query, most: FILE_LIMITS.listed });
  const part = { view: folders, audience: clientId };
  return use(ResponseCache).keep(call, [part], await rows.shared(call, part, whatOf(query, folderId), produce));
});

export const getFolder = useCase(foldersApi.get, async ({ params: { id } }, { call, rows, see, use }) => {
  const { row, folder } = await see(FilesReads).folder(id);
  const answer = await rows.one(call, folders, row, { name: 'folder' });
  return use(ResponseCache).keep(call, [{ view: folders, audience: folder.client_id }], answer);
});

export const getPath = useCase(foldersApi.path, async ({ params: { id } }, { call, rows, see }) => {
  const { folder } = await see(FilesReads).folder(id);
  return rows.part(call, { view: folders, audience: folder.client_id }, async () => {
    const pathTo = await pathsTo(rows, [id]);
    return JSON.stringify({ path: pathTo(id).map(({ id, name }) => ({ id, name })) });
  });
});

export const getFile = useCase(filesApi.get, async ({ params: { id } }, { call, rows, see, use }) => {
  const { row, file } = await see(FilesReads).file(id);
  const answer = await rows.one(call, files, row, { name: 'file' });
  return use(ResponseCache).keep(call, [{ view: files, audience: file.client_id }], answer);
});
