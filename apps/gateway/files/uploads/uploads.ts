import { Inject, Injectable } from '@nestjs/common';
import { isOffered, type File, mendedName, sizeLimitOf } from '@dosar/contracts';
import {
  canonical,
  Conflict,
  idempotent,
  type Row,
  rowIn,
  type StoredBytes,
  batchLoader,
  Unavailable,
  type WhereIn,
} from '@dosar/kernel/runtime';
import { contents } from '@dosar/domain/files/contents.projector';
import { drive } from '@dosar/domain/files/drive.decider';
import { files } from '@dosar/domain/files/files.projector';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound, Problem } from '../../platform/http/problem';
import { ViewRows } from '../../platform/reads/rows';
import { Writes } from '../../platform/writes/writes';
import { allowedExtensionOf } from '../types/content-type';
import { FilesReads } from '../files.reads';
import { guarded } from './incoming';

/** Bytes of a request besides its file. */
const FORM_BYTES = 64 * 1024;
/** How many files of equal contents are loaded together for concurrent requests; with more, each request loads its own. */
const COPIES = 50;

export type Received = { readonly name: string; readonly mimeType: string; readonly blob: StoredBytes };

export type Destination = {
  readonly client_id?: string | undefined;
  readonly folder_id?: string | undefined;
  readonly from_chat?: boolean | undefined;
  /**
   * An idempotency key of its own, so that it becomes one file however often it is requested; by default that of the call.
   */
  readonly key?: string;
};

/** What is for a message is a part of the chat. @throws Problem where that is not offered */
export const mustBeOffered = ({ config }: Pick<Installation, 'config'>, { from_chat }: Destination): void => {
  if (from_chat === true && !isOffered(config.features, ['chat'])) throw notFound();
};

/** Whether the event may be stored although the call failed: then its bytes stay, and are removed later if it was not. */
export const mayBeStored = (error: unknown): boolean => error instanceof Unavailable || error instanceof Conflict;

/** Bytes are durable before anything is decided; those of a refused upload are removed. */
@Injectable()
export class Uploads {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly drives: FilesReads,
    private readonly rows: ViewRows,
  ) {}

  /** @param announced the announced bytes, null when unknown. @throws Problem, and nothing was stored. */
  async receive(filename: string, bytes: AsyncIterable<Buffer>, announced: number | null): Promise<Received> {
    const name = mendedName(filename);
    allowedExtensionOf(name);
    // an announced size that is too large is refused before the body is read
    if ((announced ?? 0) > sizeLimitOf(name) + FORM_BYTES) throw new Problem('FILE_TOO_LARGE');
    const incoming = guarded(bytes, name);
    const blob = await this.installation.documents.put(incoming.bytes);
    return { name, mimeType: incoming.mimeType(), blob };
  }

  async discard({ blob }: Received): Promise<void> {
    await this.installation.documents.remove(blob.id);
  }

  /**
   * Makes received bytes a file. `onKept` is called when an event may name the bytes: from then on they must stay.
   * @returns the file as JSON.
   */
  async keep(
    call: Call,
    { name, mimeType, blob }: Received,
    { key, ...to }: Destination,
    onKept: () => void = () => {},
  ): Promise<string> {
    // the body took time: a caller who lost the right meanwhile is refused
    this.writes.mustStillBe(call);
    mustBeOffered(this.installation, to);
    const clientId = this.drives.of(call).clientId(to.client_id, 'client_id');
    const { id: blobId, size, sha256, bytesKey } = blob;
    const body = { ...to, client_id: clientId, name, sha256 };
    const write =
      key === undefined
        ? await this.writes.begin(call, body)
        : this.writes.with(call, idempotent(this.installation.keys.marks, key, canonical(body)));
    const fileId = write.idFor('file');
    const isFromChat = to.from_chat === true;
    const data = {
      fileId,
      folderId: to.folder_id ?? null,
      name,
      blobId,
      size,
      sha256,
      bytesKey,
      mimeType,
      ...(isFromChat && to.folder_id === undefined && { chatFolderId: write.idFor('chat folder') }),
      source: { kind: isFromChat ? ('chat' as const) : ('upload' as const), id: null },
      quota: this.installation.access.client(clientId)!.quota,
    };
    const done = await write.handle(drive, clientId, { type: 'UploadFile', data });
    onKept();
    await this.writes.visible(call);
    // a repeated request: the file has the bytes of the first one
    const content = done.repeated ? await this.rows.get(contents, fileId) : null;
    if (content && rowIn(content.json).blobId !== blobId) await this.installation.documents.remove(blobId);
    const same = (await this.copies(`${clientId} ${sha256}`)) ?? [];
    // usually the new file is among them
    const own = same.find(({ id, position }) => id === fileId && position >= done.position!);
    const file = own?.json ?? (await this.rows.written(files, fileId, done));
    const duplicate_of = await this.duplicateOf(
      call,
      same.find(({ id }) => id !== fileId),
    );
    const token = isFromChat && { attachment_token: fileId };
    return JSON.stringify({ ...rowIn(file), duplicate_of, ...token });
  }

  /** The files of a client with a given content, the oldest first, possibly not all. */
  private readonly copies = batchLoader(async (asked): Promise<ReadonlyMap<string, readonly Row<File>[]>> => {
    const contents = asked.map((each) => each.split(' ') as [clientId: string, sha256: string]);
    const [clients, hashes] = [0, 1].map((at) => [...new Set(contents.map((each) => each[at]!))]);
    // without a condition on deletion, for which SQLite would read all files of the clients
    const found = await this.filesOf({ client_id: { in: clients! }, sha256: { in: hashes! } }, COPIES);
    const live = new Map(contents.map(([clientId, sha256]) => [`${clientId} ${sha256}`, [] as Row<File>[]]));
    for (const row of found) {
      const { client_id, sha256, deleted_at } = rowIn(row.json);
      if (deleted_at === null) live.get(`${client_id} ${sha256}`)?.push(row);
    }
    if (found.length < COPIES) return live;
    const each = async ([client_id, sha256]: readonly [string, string]) =>
      [`${client_id} ${sha256}`, await this.filesOf({ client_id, sha256, deleted: 0 }, 2)] as const;
    return new Map(await Promise.all(contents.map(each)));
  });

  private filesOf(where: WhereIn<typeof files>, limit: number): Promise<readonly Row<File>[]> {
    return this.rows.find(files, { where, order: [['created', 'asc']], limit });
  }

  private async duplicateOf(call: Call, row: Row<File> | undefined): Promise<File['duplicate_of']> {
    if (!row) return null;
    const { id, name, folder_id } = rowIn(row.json);
    return { id, name, folder_path: await this.drives.of(call).pathOf(folder_id) };
  }
}
