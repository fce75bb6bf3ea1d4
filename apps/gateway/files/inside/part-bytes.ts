import { extensionOf, isAllowedExtension } from '@dosar/contracts';
import { notFound } from '../../platform/http/problem';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { OpenedTicket } from '../downloads/opened-tickets';
import { Insides } from './insides';

/** What a link of a file inside opens, whole; or of the file itself, without what is encoded in it. */
export type PartBytes = { readonly bytes: Buffer; readonly name: string; readonly mimeType: string };

const AS = { download: 'bytes', preview: 'bytes', text: 'text', plain: 'plain' } as const;
const CUT = Buffer.from('\n…');

/** @throws Problem NOT_FOUND when it cannot be read (any more) */
export const partBytes = async ({ use }: UseCaseContext, opened: OpenedTicket): Promise<PartBytes> => {
  const { ticket, file, content } = opened;
  const document = { ...content, mimeType: file.mime_type, clientId: file.client_id };
  const { name, mime_type: mimeType } = ticket.part === null ? file : await listed();
  const extension = extensionOf(name ?? '');
  const type = isAllowedExtension(extension) ? { type: extension } : {};
  const read = await use(Insides).bytes(document, { part: ticket.part, as: AS[ticket.use], ...type });
  if (!read || 'why' in read) throw notFound();
  const bytes = read.isCut ? Buffer.concat([read.bytes, CUT]) : read.bytes;
  return { bytes, name: name ?? file.id, mimeType: ticket.use === 'text' ? 'text/plain; charset=utf-8' : mimeType };

  async function listed() {
    const found = await use(Insides).of(document);
    const part = 'parts' in found ? found.parts.find(({ number }) => number === ticket.part) : undefined;
    if (!part?.can_open) throw notFound();
    return { name: part.name.slice(part.name.lastIndexOf('/') + 1), mime_type: part.mime_type };
  }
};
