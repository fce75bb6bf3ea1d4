import {
  extensionOf,
  isAllowedExtension,
  MIME_TYPES,
  partsApi,
  type Extension,
  type File,
  type FilePart,
} from '@dosar/contracts';
import { notFound, Problem } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { DownloadNotes } from '../downloads/download-notes';
import { BY_TEXT, isInvoiceHead, kindByText, KINDS, type ShownFile } from '../downloads/preview-kinds';
import { Tickets } from '../downloads/tickets';
import { FilesReads } from '../files.reads';
import type { OwnedDocument } from '../texts/texts';
import { HEAD_BYTES, inspect } from '../types/content-type';
import { Insides } from './insides';

const documentOf = async ({ see }: UseCaseContext, id: string) => {
  const { file } = await see(FilesReads).file(id);
  const content = await see(FilesReads).content(file.id);
  return { file, document: { ...content, mimeType: file.mime_type, clientId: file.client_id } };
};

export const getParts = useCase(partsApi.list, async ({ params: { id } }, context) => {
  const { file, document } = await documentOf(context, id);
  const found = await context.use(Insides).of(document);
  if ('why' in found) return { parts: [], is_cut: false, is_form: false, why: found.why };
  const { parts, isCut, isForm } = found;
  if (parts.length > 0) await noteLook(context, file, document.version);
  return { parts: [...parts], is_cut: isCut, is_form: isForm };
});

/** Names of what is inside are content: the first look in each session is an event. */
const noteLook = async ({ call, use }: UseCaseContext, file: File, version: number): Promise<void> => {
  const mark = `entries ${file.id} ${call.caller.sessionId}`;
  await use(DownloadNotes).note(call, { use: 'preview', version, mark }, file, null);
};

export const openPart = useCase(partsApi.open, async ({ params: { id, number }, query }, context) => {
  const { document } = await documentOf(context, id);
  const { part, bytes, why } = await verified(context, document, number);
  const shown: ShownFile = query.use === 'download' ? { kind: 'none', use: 'download' } : shownOf(part, bytes);
  const opens = { fileId: id, version: document.version, use: shown.use, part: number };
  const url = context.use(Tickets).linkFor(context.call, opens);
  return why ? { url, kind: 'none' as const, why } : { url, kind: shown.kind };
});

const typeOf = ({ name }: FilePart): Extension | null => {
  const extension = extensionOf(name);
  return isAllowedExtension(extension) ? extension : null;
};

/** A file inside, of whose type its content is. @throws Problem when it is none, or may not be had */
const verified = async ({ use }: UseCaseContext, document: OwnedDocument, number: number) => {
  const found = await use(Insides).of(document);
  const part = 'why' in found ? undefined : found.parts.find((each) => each.number === number);
  if (!part) throw notFound();
  if (!part.can_open) throw new Problem(part.size > 0 && typeOf(part) ? 'FILE_TOO_LARGE' : 'INVALID_FILE_TYPE');
  const read = await use(Insides).bytes(document, { part: number, as: 'bytes' });
  if (!read) throw notFound();
  if ('why' in read) return { part, bytes: Buffer.of(), why: read.why };
  const extension = typeOf(part);
  if (extension) {
    const watch = await inspect(extension, read.bytes.subarray(0, HEAD_BYTES));
    watch.chunk(read.bytes.subarray(HEAD_BYTES), HEAD_BYTES);
    watch.end();
  }
  return { part, bytes: read.bytes, why: undefined };
};

/** How a file inside is shown; what is inside it, in turn, is not. */
const shownOf = ({ mime_type: mimeType }: FilePart, bytes: Buffer): ShownFile => {
  if (BY_TEXT.has(mimeType)) return { kind: kindByText(mimeType), use: 'text' };
  if (mimeType === MIME_TYPES.xml) return { kind: isInvoiceHead(bytes) ? 'invoice' : 'text', use: 'plain' };
  if (mimeType === MIME_TYPES.zip) return { kind: 'none', use: 'preview' };
  return { kind: KINDS[mimeType] ?? (mimeType.startsWith('image/') ? 'image' : 'none'), use: 'preview' };
};
