import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FILE_LIMITS, type filesApi, type foldersApi, type InputOf } from '@dosar/contracts';
import { pace, rowIn, type WhereIn } from '@dosar/kernel/runtime';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import type { Call } from '../../platform/access/call';
import { arrayOf, type Json } from '../../platform/http/json';
import { KeptAnswers } from '../../platform/http/kept-answers';
import { variantOf, ViewRows } from '../../platform/reads/rows';
import { Drives } from './drives';

/** Which listing of a client's it is: what is asked for, in its place. */
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

export class ListFiles extends Query<Json> {
  constructor(
    readonly query: InputOf<typeof filesApi.list>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

const FILES_BY = {
  name: 'sort_name',
  size: 'size',
  created: 'created',
  modified: 'modified',
  status: 'status',
} as const;

@QueryHandler(ListFiles)
export class ListFilesHandler implements IQueryHandler<ListFiles> {
  constructor(
    private readonly rows: ViewRows,
    private readonly drives: Drives,
    private readonly answers: KeptAnswers,
  ) {}

  async execute({ query, call }: ListFiles): Promise<Json> {
    const { clientId, folderId } = await this.drives.place(call, query.clientId, query.folderId, 'clientId');
    const where: WhereIn<typeof files> = {
      client_id: clientId,
      folder_id: folderId,
      ...(!query.include_deleted && { deleted: 0 }),
    };
    const order = [[FILES_BY[query.sort], query.order]] as const;
    const produce = () => this.rows.listed(files, 'files', { where, order }, { ...query, most: FILE_LIMITS.listed });
    const part = { view: files, audience: clientId };
    const around = { view: folders, audience: clientId };
    const answer = await this.rows.shared(call, part, whatOf(query, folderId), produce);
    return this.answers.keep(call, [part, around], answer);
  }
}

export class ListFolders extends Query<Json> {
  constructor(
    readonly query: InputOf<typeof foldersApi.list>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

const FOLDERS_BY = { name: 'sort_name', created: 'created', modified: 'modified' } as const;

@QueryHandler(ListFolders)
export class ListFoldersHandler implements IQueryHandler<ListFolders> {
  constructor(
    private readonly rows: ViewRows,
    private readonly drives: Drives,
    private readonly answers: KeptAnswers,
  ) {}

  async execute({ query, call }: ListFolders): Promise<Json> {
    const { clientId, folderId } = await this.drives.place(call, query.clientId, query.parentFolderId, 'clientId');
    const where: WhereIn<typeof folders> = {
      client_id: clientId,
      parent_id: folderId,
      ...(!query.include_deleted && { deleted: 0 }),
    };
    const order = [[FOLDERS_BY[query.sort], query.order]] as const;
    const produce = () =>
      this.rows.listed(folders, 'folders', { where, order }, { ...query, most: FILE_LIMITS.listed });
    const part = { view: folders, audience: clientId };
    return this.answers.keep(call, [part], await this.rows.shared(call, part, whatOf(query, folderId), produce));
  }
}

export class GetFolder extends Query<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetFolder)
export class GetFolderHandler implements IQueryHandler<GetFolder> {
  constructor(
    private readonly rows: ViewRows,
    private readonly drives: Drives,
    private readonly answers: KeptAnswers,
  ) {}

  async execute({ id, call }: GetFolder): Promise<Json> {
    const { row, folder } = await this.drives.folder(call, id);
    const answer = await this.rows.one(call, folders, row, { name: 'folder' });
    return this.answers.keep(call, [{ view: folders, audience: folder.client_id }], answer);
  }
}

export class GetPath extends Query<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetPath)
export class GetPathHandler implements IQueryHandler<GetPath> {
  constructor(
    private readonly rows: ViewRows,
    private readonly drives: Drives,
  ) {}

  async execute({ id, call }: GetPath): Promise<Json> {
    const { folder } = await this.drives.folder(call, id);
    return this.rows.part(call, { view: folders, audience: folder.client_id }, async () => {
      const rest = pace();
      const path = [{ id: folder.id, name: folder.name }];
      for (let parentId = folder.parent_folder_id; parentId !== null;) {
        await rest();
        const parent = rowIn((await this.rows.must(folders, parentId)).json);
        path.unshift({ id: parent.id, name: parent.name });
        parentId = parent.parent_folder_id;
      }
      return JSON.stringify({ path });
    });
  }
}

export class GetFile extends Query<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetFile)
export class GetFileHandler implements IQueryHandler<GetFile> {
  constructor(
    private readonly rows: ViewRows,
    private readonly drives: Drives,
    private readonly answers: KeptAnswers,
  ) {}

  async execute({ id, call }: GetFile): Promise<Json> {
    const { row, file } = await this.drives.file(call, id);
    const answer = await this.rows.one(call, files, row, { name: 'file' });
    return this.answers.keep(call, [{ view: files, audience: file.client_id }], answer);
  }
}

export class ListTrash extends Query<Json> {
  constructor(
    readonly query: InputOf<typeof filesApi.trash>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListTrash)
export class ListTrashHandler implements IQueryHandler<ListTrash> {
  constructor(
    private readonly rows: ViewRows,
    private readonly drives: Drives,
  ) {}

  async execute({ query, call }: ListTrash): Promise<Json> {
    const { page = 1, pageSize } = query;
    const client_id = this.drives.clientId(call, query.client_id, 'client_id');
    const where = { client_id, deleted: 1 };
    const limit = query.page === undefined ? FILE_LIMITS.listed : pageSize;
    const find = { where, order: [['deleted_at', 'desc']], skip: (page - 1) * limit, limit } as const;
    const list = async (view: typeof files | typeof folders, name: string): Promise<string> => {
      const found = await this.rows.find(view, find);
      const isAll = page === 1 && found.length < limit;
      return `"${name}":${arrayOf(found)}${isAll ? '' : `,"${name}_total":${await this.rows.count(view, { where })}`}`;
    };
    // a folder changes with everything that happens in the drive's trash, and a file's deletion with it, or after it
    const produce = async () => `{${await list(files, 'files')},${await list(folders, 'folders')}}`;
    return this.rows.part(call, { view: files, audience: client_id }, produce, variantOf(query));
  }
}
