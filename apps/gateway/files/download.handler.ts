import { Readable } from 'node:stream';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
    return { url: `/api/files/content/${this.tickets.issue({ fileId: file.id, version, userId, sessionId })}` };
  }
}

/** What a browser could run, or take for something else, is sent as bytes of no type. */
const SAFE_TYPES =
  /^(application\/pdf|image\/(jpeg|png|gif|bmp|webp)|text\/(plain|csv)|application\/(zip|vnd\.|msword|rtf))/;

const SAFETY = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
} as const;

export class OpenTicket extends Query<FastifyReply> {
  constructor(
    readonly ticket: string,
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
    readonly call: Call,
  ) {
    super();
  }
}

/** Sends the bytes that a ticket opens, as long as its holder may have them. */
@QueryHandler(OpenTicket)
export class OpenTicketHandler implements IQueryHandler<OpenTicket> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: Drives,
    private readonly rows: Rows,
    private readonly tickets: Tickets,
    private readonly notes: DownloadNotes,
  ) {}

  async execute({ ticket: text, request, reply, call }: OpenTicket): Promise<FastifyReply> {
    const ticket = this.tickets.read(text);
    if (!ticket) throw notFound();
    const file = await this.fileOf(ticket, call);
    const { blobId, version } = JSON.parse((await this.rows.must(contents, file.id)).json) as Content;
    if (version !== ticket.version) throw notFound();

    const range = rangeOf(request, file);
    if (range === 'unsatisfiable')
      return reply
        .status(416)
        .headers({ ...SAFETY, 'content-range': `bytes */${file.size}` })
        .send();
    // an empty stream leaves the length as it is
    const bytes =
      request.method === 'HEAD' ? Readable.from([]) : await this.noted(blobId, range ?? undefined, ticket, file, call);
    const length = range ? range.end - range.start + 1 : file.size;
    void reply.status(range ? 206 : 200).headers({
      ...SAFETY,
      'content-type': SAFE_TYPES.test(file.mime_type) ? file.mime_type : 'application/octet-stream',
      'content-disposition': contentDisposition(file.name ?? file.id, { fallback: plainName(file.name ?? file.id) }),
      'content-length': String(length),
      etag: `"${file.sha256}"`,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` }),
    });
    return reply.send(bytes);
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
  private async noted(
    blobId: string,
    range: ByteRange | undefined,
    ticket: Ticket,
    file: File,
    call: Call,
  ): Promise<Readable> {
    const bytes = await this.installation.ports.blobs.open(blobId, range);
    if (!bytes) throw new Error(`the bytes of ${file.id} are not where its event says`);
    // whoever sends them sees that they ended early; until then nobody listens
    bytes.on('error', () => undefined);
    try {
      await this.notes.note(call, ticket, file, range ?? null);
      return bytes;
    } catch (error) {
      bytes.destroy();
      throw error;
    }
  }
}

/** For those who read only the plain half of the header: letters without their marks. */
const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^ -~]|[%"\\]/gu, '_');

const rangeOf = ({ headers }: FastifyRequest, { size, sha256 }: File): ByteRange | null | 'unsatisfiable' => {
  const asked = headers.range;
  const condition = headers['if-range'];
  if (!asked || (condition !== undefined && condition !== `"${sha256}"`)) return null;
  const ranges = parseRange(size, asked);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0]!;
};
