import { Injectable } from '@nestjs/common';
import type { File, Folder } from '@dosar/contracts';
import { rowIn, type Row } from '@dosar/kernel/runtime';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import type { Call } from '../platform/access/call';
import { notFound, wrongField } from '../platform/http/problem';
import type { Look } from '../platform/past/look';
import { Reads, type CallerReads } from '../platform/reads/reads';
import { NOBODYS_BLOB, readChecked, sentenceOfChecked } from './checks/checked-documents';
import { damagedIn } from './checks/damaged-documents';
import { namesIn, pathsTo } from './tree/folder-paths';
import { pathsOfThen } from './tree/paths-of-then';

export { damagedIn, namesIn, NOBODYS_BLOB, pathsOfThen, pathsTo, readChecked, sentenceOfChecked };

/** What a caller may see of the drives: anything else counts as missing. */
export class CallerDrives {
  constructor(private readonly reads: CallerReads) {}

  /** The client of a request: a client's user has one of their own. @throws Problem when it is missing or not visible. */
  clientId(given: string | undefined, field: string): string {
    const { person } = this.reads;
    const id = given ?? person.clientIds[0];
    if (id === undefined) throw person.role === 'user' ? notFound() : wrongField(field, 'required');
    return this.reads.mustClient(id).id;
  }

  /** An existing, visible file. @throws Problem NOT_FOUND */
  async file(id: string): Promise<{ row: Row<File>; file: File }> {
    const row = await this.reads.must(files, id);
    return { row, file: this.seen('file', rowIn(row.json)) };
  }

  /** Where the bytes of a file are, and since when: for callers who may see it. */
  async content(fileId: string): Promise<Content> {
    return rowIn((await this.reads.must(contents, fileId)).json);
  }

  /** An existing, visible folder. @throws Problem NOT_FOUND */
  async folder(id: string): Promise<{ row: Row<Folder>; folder: Folder }> {
    const row = await this.reads.must(folders, id);
    return { row, folder: this.seen('folder', rowIn(row.json)) };
  }

  /** Something of the drive that may be seen, also when it is in the trash. @throws Problem NOT_FOUND */
  async mustKnow(kind: 'file' | 'folder', id: string): Promise<void> {
    const item =
      kind === 'file'
        ? rowIn((await this.reads.must(files, id)).json)
        : rowIn((await this.reads.must(folders, id)).json);
    this.reads.mustClientOf(item.client_id, kind, id);
    if (this.since !== null && this.isGone(item)) throw notFound();
  }

  /** Client and folder of a listing; a folder alone implies its client. @throws Problem */
  async place(clientId: string | undefined, folderId: string | undefined, field: string) {
    if (folderId === undefined) return { clientId: this.clientId(clientId, field), folderId: null };
    const { folder } = await this.folder(folderId);
    if (clientId !== undefined && folder.client_id !== clientId) throw notFound();
    return { clientId: folder.client_id, folderId };
  }

  /** Since when what is deleted is seen all the same: an auditor sees what was there at some moment of the period. */
  get since(): string | null {
    return this.reads.look?.since ?? null;
  }
  private isGone({ deleted_at }: Pick<File, 'deleted_at'>): boolean {
    return deleted_at !== null && (this.since === null || deleted_at < this.since);
  }

  private seen<T extends File | Folder>(kind: 'file' | 'folder', item: T): T {
    this.reads.mustClientOf(item.client_id, kind, item.id);
    if (this.isGone(item)) throw notFound();
    return item;
  }

  /** `/2026/2026-01 Ianuarie`; the root is `/`. */
  async pathOf(folderId: string | null): Promise<string> {
    const pathTo = await pathsTo(this.reads, [folderId]);
    return `/${namesIn(pathTo(folderId)).join('/')}`;
  }
}

/** What other contexts may read of files. */
@Injectable()
export class FilesReads {
  constructor(private readonly reads: Reads) {}

  /** @param look an instant of the past; now, when it is omitted */
  of(call: Call, look: Look | null = null): CallerDrives {
    return new CallerDrives(this.reads.of(call, look));
  }
}
