import { Inject, Injectable } from '@nestjs/common';
import { type File, mendedName, MIME_TYPES, sizeLimitOf } from '@dosar/contracts';
import type { BlobInfo } from '@dosar/kernel/runtime';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { drive } from '@dosar/domain/files/drive.decider';
import { files } from '@dosar/domain/files/files.projector';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Problem } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Writes } from '../platform/writes';
import { allowedExtensionOf } from './content-type';
import { Drives } from './drives';
import { guarded } from './incoming';

/** What a request may have beside the bytes of its file. */
const FORM_BYTES = 64 * 1024;

export type Received = { readonly name: string; readonly mimeType: string; readonly blob: BlobInfo };

export type Destination = {
  readonly client_id?: string | undefined;
  readonly folder_id?: string | undefined;
  readonly from_chat?: boolean | undefined;
};

/** The bytes come first and are durable before anything is decided; what is refused is taken away again. */
@Injectable()
export class Uploads {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly drives: Drives,
    private readonly rows: Rows,
  ) {}

  /** @param announced bytes that are said to come, null when it is not said. @throws Problem, and nothing was kept. */
  async receive(filename: string, bytes: AsyncIterable<Buffer>, announced: number | null): Promise<Received> {
    const name = mendedName(filename);
    const extension = allowedExtensionOf(name);
    // told in advance that it is too large: then none of it need come
    if ((announced ?? 0) > sizeLimitOf(name) + FORM_BYTES) throw new Problem('FILE_TOO_LARGE');
    const blob = await this.installation.ports.blobs.put(guarded(bytes, name, extension));
    return { name, mimeType: MIME_TYPES[extension], blob };
  }

  async discard({ blob }: Received): Promise<void> {
    await this.installation.ports.blobs.remove(blob.id);
  }

  /**
   * Makes what was received a file. `onKept` is told when an event may name the bytes: from then on they must stay.
   * @returns the file as JSON.
   */
  async keep(
    call: Call,
    { name, mimeType, blob }: Received,
    to: Destination,
    onKept: () => void = () => {},
  ): Promise<string> {
    // the body took its time: whoever lost the right meanwhile is refused
    this.writes.mustStillBe(call);
    const clientId = this.drives.clientId(call, to.client_id, 'client_id');
    const { id: blobId, size, sha256 } = blob;
    const write = await this.writes.begin(call, { ...to, client_id: clientId, name, sha256 });
    const fileId = write.idFor('file');
    const data = {
      fileId,
      folderId: to.folder_id ?? null,
      name,
      ...{ blobId, size, sha256, mimeType },
      source: { kind: to.from_chat ? ('chat' as const) : ('upload' as const), id: null },
      quota: this.installation.access.client(clientId)!.quota,
    };
    const done = await write.handle(drive, clientId, { type: 'UploadFile', data });
    onKept();
    await this.writes.visible(call);
    // asked for again under its key: the file has the bytes of the first time
    const content = done.repeated ? await this.rows.get(contents, fileId) : null;
    if (content && (JSON.parse(content.json) as Content).blobId !== blobId)
      await this.installation.ports.blobs.remove(blobId);
    const file = JSON.parse(await this.rows.written(files, fileId, done)) as File;
    return JSON.stringify({ ...file, duplicate_of: await this.duplicateOf(file) });
  }

  /** Another file of this client with the same content, the oldest of them. */
  private async duplicateOf({ id, client_id, sha256 }: File): Promise<File['duplicate_of']> {
    const where = { client_id, sha256, deleted: 0 };
    const found = await this.rows.find(files, { where, order: [['created', 'asc']], limit: 2 });
    const other = found.map(({ json }) => JSON.parse(json) as File).find((each) => each.id !== id);
    return other ? { id: other.id, name: other.name, folder_path: await this.drives.pathOf(other.folder_id) } : null;
  }
}
