import parseRange from 'range-parser';
import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { filesApi, type File } from '@dosar/contracts';
import { rowIn, type ByteRange } from '@dosar/kernel/runtime';
import { files } from '@dosar/domain/files/files.projector';
import { bytesFor, StreamedAnswers, type AllowedBytes, type Sent } from '../../platform/connections/streamed-answers';
import { notFound } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { partBytes } from '../inside/part-bytes';
import { Texts } from '../texts/texts';
import { FilesReads } from '../files.reads';
import { DownloadNotes, openedBy } from './download-notes';
import { OpenedTickets, type OpenedTicket } from './opened-tickets';
import { plainName, SAFETY } from './sent-headers';
import { Tickets } from './tickets';

export const getDownload = useCase(filesApi.download, async ({ params: { id } }, { call, look, see, use }) => {
  const { file } = await see(FilesReads).file(id);
  const { version } = await use(FilesReads).of(call).content(file.id);
  const opens = { fileId: file.id, version, use: 'download', part: null } as const;
  return { url: use(Tickets).linkFor(call, opens, look?.instant.position) };
});

/** Types that a browser may display; any other is sent without a type, so that nothing is run. */
const SAFE_TYPES =
  /^(application\/pdf|image\/(jpeg|png|gif|bmp|webp)|text\/(plain|csv)|application\/(zip|vnd\.|msword|rtf))/;

/** Range requests are allowed. */
const HEADERS = { ...SAFETY, 'accept-ranges': 'bytes' } as const;

/** The requested range, as in HTTP. */
type RangeAsked = {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly isHead: boolean;
};

/** The bytes of a ticket's file. */
export const openTicket = useCase(filesApi.content, async ({ params }, context) => {
  const { call, exchange, use } = context;
  const { method, headers } = exchange.request;
  const asked = { range: headers.range, ifRange: headers['if-range']?.toString(), isHead: method === 'HEAD' };
  const opened = await use(OpenedTickets).open(params.ticket, call);
  return bytesFor(exchange.reply, await sends(opened)(context, opened, asked));
});

const sends = ({ ticket: { use, part } }: OpenedTicket) =>
  part !== null || use === 'plain' ? inside : use === 'text' ? text : bytes;

/** A file inside, or the file without what is encoded in it: read whole, and sent whole or in part. */
const inside = async (context: UseCaseContext, opened: OpenedTicket, asked: RangeAsked): Promise<Sent> => {
  const { call, use } = context;
  const { ticket, file } = opened;
  const { bytes, name, mimeType } = await partBytes(context, opened);
  const range = rangeOf(asked, { size: bytes.length, sha256: null });
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...HEADERS, 'content-range': `bytes */${bytes.length}` } };
  const part = ticket.part === null ? undefined : name;
  if (!asked.isHead) await use(DownloadNotes).note(call, { ...openedBy(ticket, call), part }, file, null);
  const sent = asked.isHead ? [] : [range ? bytes.subarray(range.start, range.end + 1) : bytes];
  const headers = headersOf({ id: file.id, name, size: bytes.length, sha256: null, mime_type: mimeType }, range);
  return { status: range ? 206 : 200, headers, bytes: whileAllowed(context, opened, Readable.from(sent)) };
};

/** The text of the document, without ranges: it is short. */
const text = async (context: UseCaseContext, opened: OpenedTicket, { isHead }: RangeAsked): Promise<Sent> => {
  const { call, use } = context;
  const { ticket, file, content } = opened;
  const { mime_type: mimeType, client_id: clientId } = file;
  const outcome = await use(Texts).of({ ...content, mimeType, clientId });
  if (!('text' in outcome)) throw notFound();
  const text = Buffer.from(outcome.isCut ? `${outcome.text}\n…` : outcome.text);
  if (!isHead) await use(DownloadNotes).note(call, openedBy(ticket, call), file, null);
  return {
    status: 200,
    headers: { ...SAFETY, 'content-type': 'text/plain; charset=utf-8', 'content-length': String(text.length) },
    bytes: whileAllowed(context, opened, Readable.from(isHead ? [] : [text])),
  };
};

const bytes = async (context: UseCaseContext, opened: OpenedTicket, asked: RangeAsked): Promise<Sent> => {
  const { file } = opened;
  const range = rangeOf(asked, file);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...HEADERS, 'content-range': `bytes */${file.size}` } };
  // an empty stream does not change the length header
  const bytes = asked.isHead ? Readable.from([]) : await noted(context, opened, range);
  const headers = headersOf(file, range);
  return { status: range ? 206 : 200, headers, bytes: whileAllowed(context, opened, bytes) };
};

const whileAllowed = (
  { call, rows, use }: UseCaseContext,
  { ticket: { at }, file: { id } }: OpenedTicket,
  bytes: Readable,
): AllowedBytes =>
  use(StreamedAnswers).whileAllowed(call, bytes, async () => {
    // what was there then stays there: only the right to see it can end
    if (at !== null) return true;
    const row = await rows.get(files, id);
    return row !== null && rowIn(row.json).deleted_at === null;
  });

/** The bytes, after the download is noted in the log. */
const noted = async (
  { call, installation, use }: UseCaseContext,
  { ticket, file, content }: OpenedTicket,
  range: ByteRange | null,
): Promise<Readable> => {
  const bytes = await installation.documents.open(content, range ?? undefined);
  if (!bytes) throw notFound();
  // the sender sees the error when it reads; until then nobody else listens
  bytes.on('error', () => undefined);
  try {
    await use(DownloadNotes).note(call, openedBy(ticket, call), file, range);
    return bytes;
  } catch (error) {
    bytes.destroy();
    throw error;
  }
};

type SentFile = Pick<File, 'id' | 'name' | 'size' | 'sha256' | 'mime_type'>;

/** For a file, or for this range of it. */
const headersOf = ({ id, name, size, sha256, mime_type }: SentFile, range: ByteRange | null) => ({
  ...HEADERS,
  'content-type': SAFE_TYPES.test(mime_type) ? mime_type : 'application/octet-stream',
  'content-disposition': contentDisposition(name ?? id, { fallback: plainName(name ?? id) }),
  'content-length': String(range ? range.end - range.start + 1 : size),
  ...(sha256 !== null && { etag: `"${sha256}"` }),
  ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
});

const rangeOf = (
  { range, ifRange }: RangeAsked,
  { size, sha256 }: Pick<File, 'size' | 'sha256'>,
): ByteRange | null | 'unsatisfiable' => {
  if (!range || (ifRange !== undefined && ifRange !== `"${sha256}"`)) return null;
  const ranges = parseRange(size, range);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0]!;
};
