import { Readable } from 'node:stream';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { create as contentDisposition } from 'content-disposition';
import parseRange from 'range-parser';
import type { File } from '@dosar/contracts';
import type { ByteRange } from '@dosar/kernel/runtime';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import type { Call } from '../platform/call';
import { actorOf } from '../platform/guard';
import { INSTALLATION, type Installation } from '../platform/installation';
import { notFound, Problem } from '../platform/problem';
import { Rows } from '../platform/rows';
import { DownloadNotes } from './download-notes';
import { Drives } from './drives';
import { Tickets, type Ticket } from './tickets';

export class GetDownload extends Query<{ readonly url: string }> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetDownload)
export class GetDownloadHandler implements IQueryHandler<GetDownload> {
  constructor(
    private readonly drives: Drives,
    private readonly rows: Rows,
    private readonly tickets: Tickets,
  ) {}

  async execute({ id, call }: GetDownload): Promise<{ url: string }> {
    const { file } = await this.drives.file(call, id);
    const { version } = JSON.parse((await this.rows.must(contents, file.id)).json) as Content;
    const { id: userId, sessionId } = call.caller;
    return {
      url: `/api/files/content/${this.tickets.issue({ fileId: file.id, version, userId, sessionId, use: 'download' })}`,
    };
  }
}

/** A part of a file's bytes; null: all of them. */
type Part = { readonly file: File; readonly blobId: string; readonly range: ByteRange | null };

/** What a browser could run, or take for something else, is sent as bytes of no type. */
const SAFE_TYPES =
  /^(application\/pdf|image\/(jpeg|png|gif|bmp|webp)|text\/(plain|csv)|application\/(zip|vnd\.|msword|rtf))/;

export const SAFETY = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
} as const;
/** Of a file, parts may be asked for. */
const HEADERS = { ...SAFETY, 'accept-ranges': 'bytes' } as const;

/** Which bytes of it are asked for, as HTTP says it. */
export type Asked = {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly isHead: boolean;
};

/** What is sent. */
export type Sent = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: Readable;
};

export class OpenTicket extends Query<Sent> {
  constructor(
    readonly ticket: string,
    readonly asked: Asked,
    readonly call: Call,
  ) {
    super();
  }
}

/** The bytes that a ticket opens, as long as its holder may have them. */
@QueryHandler(OpenTicket)
export class OpenTicketHandler implements IQueryHandler<OpenTicket> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: Drives,
    private readonly rows: Rows,
    private readonly tickets: Tickets,
    private readonly notes: DownloadNotes,
  ) {}

  async execute({ ticket: text, asked, call }: OpenTicket): Promise<Sent> {
    const ticket = this.tickets.read(text);
    if (!ticket) throw notFound();
    const file = await this.fileOf(ticket, call);
    const { blobId, version } = JSON.parse((await this.rows.must(contents, file.id)).json) as Content;
    if (version !== ticket.version) throw notFound();

    const range = rangeOf(asked, file);
    if (range === 'unsatisfiable')
      return { status: 416, headers: { ...HEADERS, 'content-range': `bytes */${file.size}` } };
    // an empty stream leaves the length as it is
    const bytes = asked.isHead ? Readable.from([]) : await this.noted(call, ticket, { file, blobId, range });
    const length = range ? range.end - range.start + 1 : file.size;
    const headers = {
      ...HEADERS,
      'content-type': SAFE_TYPES.test(file.mime_type) ? file.mime_type : 'application/octet-stream',
      'content-disposition': contentDisposition(file.name ?? file.id, { fallback: plainName(file.name ?? file.id) }),
      'content-length': String(length),
      etag: `"${file.sha256}"`,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` }),
    };
    return { status: range ? 206 : 200, headers, bytes };
  }

  /** The file, if the ticket's holder is still signed in and may still see it. @throws Problem NOT_FOUND */
  private async fileOf({ fileId, userId, sessionId }: Ticket, call: Call): Promise<File> {
    try {
      call.actor = actorOf(this.installation, userId, sessionId);
      return (await this.drives.file(call, fileId)).file;
    } catch (error) {
      throw error instanceof Problem ? notFound() : error;
    }
  }

  /** The bytes, once the log knows who has them. */
  private async noted(call: Call, ticket: Ticket, { file, blobId, range }: Part): Promise<Readable> {
    const bytes = await this.installation.ports.blobs.open(blobId, range ?? undefined);
    if (!bytes) throw new Error(`the bytes of ${file.id} are not where its event says`);
    // whoever sends them sees that they ended early; until then nobody listens
    bytes.on('error', () => undefined);
    try {
      await this.notes.note(call, ticket, file, range);
      return bytes;
    } catch (error) {
      bytes.destroy();
      throw error;
    }
  }
}

/** For those who read only the plain half of the header: letters without their marks. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^ -~]|[%"\\]/gu, '_');

const rangeOf = ({ range, ifRange }: Asked, { size, sha256 }: File): ByteRange | null | 'unsatisfiable' => {
  if (!range || (ifRange !== undefined && ifRange !== `"${sha256}"`)) return null;
  const ranges = parseRange(size, range);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0]!;
};
