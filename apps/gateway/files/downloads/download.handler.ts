import { Readable } from 'node:stream';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { create as contentDisposition } from 'content-disposition';
import parseRange from 'range-parser';
import type { File } from '@dosar/contracts';
import { type ByteRange, rowIn } from '@dosar/kernel/runtime';
import { files } from '@dosar/domain/files/files.projector';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound } from '../../platform/http/problem';
import { ViewRows } from '../../platform/reads/rows';
import { StreamedAnswers, type AllowedBytes, type Sent } from '../../platform/connections/streamed-answers';
import { DownloadNotes, openedBy } from './download-notes';
import { Drives } from '../tree/drives';
import { OpenedTickets, type OpenedTicket } from './opened-tickets';
import { Texts } from '../texts/texts';
import { Tickets } from './tickets';

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
    private readonly tickets: Tickets,
  ) {}

  async execute({ id, call }: GetDownload): Promise<{ url: string }> {
    const { file } = await this.drives.file(call, id);
    const { version } = await this.drives.content(file.id);
    const { id: userId, sessionId } = call.caller;
    return {
      url: `/api/files/content/${this.tickets.issue({ fileId: file.id, version, userId, sessionId, use: 'download' })}`,
    };
  }
}

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
export type RangeAsked = {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly isHead: boolean;
};

export class OpenTicket extends Query<Sent> {
  constructor(
    readonly ticket: string,
    readonly asked: RangeAsked,
    readonly call: Call,
  ) {
    super();
  }
}

/** The bytes that a ticket opens. */
@QueryHandler(OpenTicket)
export class OpenTicketHandler implements IQueryHandler<OpenTicket> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly tickets: OpenedTickets,
    private readonly notes: DownloadNotes,
    private readonly texts: Texts,
  ) {}
  @Inject(ViewRows) private readonly rows!: ViewRows;
  @Inject(StreamedAnswers) private readonly answers!: StreamedAnswers;

  async execute({ ticket, asked, call }: OpenTicket): Promise<Sent> {
    const opened = await this.tickets.open(ticket, call);
    return opened.ticket.use === 'text' ? this.text(opened, asked, call) : this.bytes(opened, asked, call);
  }

  /** What the document says, whole: it is short. */
  private async text(opened: OpenedTicket, { isHead }: RangeAsked, call: Call): Promise<Sent> {
    const { ticket, file, content } = opened;
    const { mime_type: mimeType, client_id: clientId } = file;
    const outcome = await this.texts.of({ ...content, mimeType, clientId });
    if (!('text' in outcome)) throw notFound();
    const text = Buffer.from(outcome.isCut ? `${outcome.text}\n…` : outcome.text);
    if (!isHead) await this.notes.note(call, openedBy(ticket, call), file, null);
    return {
      status: 200,
      headers: { ...SAFETY, 'content-type': 'text/plain; charset=utf-8', 'content-length': String(text.length) },
      bytes: this.whileAllowed(call, opened, Readable.from(isHead ? [] : [text])),
    };
  }

  private async bytes(opened: OpenedTicket, asked: RangeAsked, call: Call): Promise<Sent> {
    const { file } = opened;
    const range = rangeOf(asked, file);
    if (range === 'unsatisfiable')
      return { status: 416, headers: { ...HEADERS, 'content-range': `bytes */${file.size}` } };
    // an empty stream leaves the length as it is
    const bytes = asked.isHead ? Readable.from([]) : await this.noted(call, opened, range);
    const headers = headersOf(file, range);
    return { status: range ? 206 : 200, headers, bytes: this.whileAllowed(call, opened, bytes) };
  }

  private whileAllowed(call: Call, { file: { id } }: OpenedTicket, bytes: Readable): AllowedBytes {
    return this.answers.whileAllowed(call, bytes, async () => {
      const row = await this.rows.get(files, id);
      return row !== null && rowIn(row.json).deleted_at === null;
    });
  }

  /** The bytes, once the log knows who has them. */
  private async noted(call: Call, { ticket, file, content }: OpenedTicket, range: ByteRange | null): Promise<Readable> {
    const bytes = await this.installation.documents.open(content, range ?? undefined);
    if (!bytes) throw notFound();
    // whoever sends them sees that they ended early; until then nobody listens
    bytes.on('error', () => undefined);
    try {
      await this.notes.note(call, openedBy(ticket, call), file, range);
      return bytes;
    } catch (error) {
      bytes.destroy();
      throw error;
    }
  }
}

/** Of a file, or of these bytes of it. */
const headersOf = ({ id, name, size, sha256, mime_type }: File, range: ByteRange | null) => ({
  ...HEADERS,
  'content-type': SAFE_TYPES.test(mime_type) ? mime_type : 'application/octet-stream',
  'content-disposition': contentDisposition(name ?? id, { fallback: plainName(name ?? id) }),
  'content-length': String(range ? range.end - range.start + 1 : size),
  etag: `"${sha256}"`,
  ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
});

/** For those who read only the plain half of the header: letters without their marks. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^ -~]|[%"\\]/gu, '_');

const rangeOf = ({ range, ifRange }: RangeAsked, { size, sha256 }: File): ByteRange | null | 'unsatisfiable' => {
  if (!range || (ifRange !== undefined && ifRange !== `"${sha256}"`)) return null;
  const ranges = parseRange(size, range);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0]!;
};
