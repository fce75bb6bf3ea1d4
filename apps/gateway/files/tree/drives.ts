import { Injectable } from '@nestjs/common';
import type { File, Folder } from '@dosar/contracts';
import { type Row, rowIn } from '@dosar/kernel/runtime';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import type { Call } from '../../platform/access/call';
import { notFound, wrongField } from '../../platform/http/problem';
import { Reads } from '../../platform/reads/reads';
import { ViewRows } from '../../platform/reads/rows';

/** What somebody may see of the drives: everything else is as if it were not there. */
@Injectable()
export class Drives {
  constructor(
    private readonly reads: Reads,
    private readonly rows: ViewRows,
  ) {}

  /** The client whose drive is meant: the own one for a client's user. @throws Problem when it is missing or not theirs to see. */
  clientId(call: Call, given: string | undefined, field: string): string {
    const { caller } = call;
    const id = given ?? caller.clientIds[0];
    if (id === undefined) throw caller.role === 'user' ? notFound() : wrongField(field, 'required');
    return this.reads.of(call).mustClient(id).id;
  }

  /** A file that is there and may be seen. @throws Problem NOT_FOUND */
  async file(call: Call, id: string): Promise<{ row: Row<File>; file: File }> {
    const row = await this.rows.must(files, id);
    return { row, file: this.seen(call, 'file', rowIn(row.json)) };
  }

  /** Where the bytes of a file are, and since when it is: asked for by whoever may see it. */
  async content(fileId: string): Promise<Content> {
    return rowIn((await this.rows.must(contents, fileId)).json);
  }

  /** A folder that is there and may be seen. @throws Problem NOT_FOUND */
  async folder(call: Call, id: string): Promise<{ row: Row<Folder>; folder: Folder }> {
    const row = await this.rows.must(folders, id);
    return { row, folder: this.seen(call, 'folder', rowIn(row.json)) };
  }

  /** The client and folder of a listing; the folder alone says whose it is. @throws Problem */
  async place(call: Call, clientId: string | undefined, folderId: string | undefined, field: string) {
    if (folderId === undefined) return { clientId: this.clientId(call, clientId, field), folderId: null };
    const { folder } = await this.folder(call, folderId);
    if (clientId !== undefined && folder.client_id !== clientId) throw notFound();
    return { clientId: folder.client_id, folderId };
  }

  private seen<T extends File | Folder>(call: Call, kind: 'file' | 'folder', item: T): T {
    this.reads.of(call).mustClientOf(item.client_id, kind, item.id);
    if (item.deleted_at !== null) throw notFound();
    return item;
  }

  /** `/2026/2026-01 Ianuarie`; the root is `/`. */
  async pathOf(folderId: string | null): Promise<string> {
    const names: string[] = [];
    for (let id = folderId; id !== null;) {
      const row = await this.rows.get(folders, id);
      if (!row) break;
      const folder = rowIn(row.json);
      names.unshift(folder.name ?? folder.id);
      id = folder.parent_folder_id;
    }
    return `/${names.join('/')}`;
  }
}
