import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { MIME_TYPES, type File, type filesApi, type PreviewKind, type ReplyOf } from '@dosar/contracts';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Rows } from '../platform/rows';
import { Drives } from './drives';
import { Tickets } from './tickets';

export class GetPreview extends Query<ReplyOf<typeof filesApi.preview>> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

/** So much of an XML file tells whether it is an invoice. */
const HEAD_BYTES = 8 * 1024;
const UBL = /urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2/;

const KINDS: Readonly<Record<string, PreviewKind>> = {
  [MIME_TYPES.pdf]: 'pdf',
  [MIME_TYPES.txt]: 'text',
  [MIME_TYPES.csv]: 'table',
  [MIME_TYPES.xml]: 'text',
  [MIME_TYPES.json]: 'text',
  [MIME_TYPES.sql]: 'text',
  [MIME_TYPES.zip]: 'archive',
};

const kindOf = (mimeType: string): PreviewKind => KINDS[mimeType] ?? (mimeType.startsWith('image/') ? 'image' : 'none');

@QueryHandler(GetPreview)
export class GetPreviewHandler implements IQueryHandler<GetPreview> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: Drives,
    private readonly rows: Rows,
    private readonly tickets: Tickets,
  ) {}

  async execute({ id, call }: GetPreview) {
    const { file } = await this.drives.file(call, id);
    const { version, blobId } = JSON.parse((await this.rows.must(contents, file.id)).json) as Content;
    const { id: userId, sessionId } = call.caller;
    const ticket = this.tickets.issue({ fileId: file.id, version, userId, sessionId, use: 'preview' });
    return {
      url: `/api/files/content/${ticket}`,
      kind: (await this.isInvoice(file, blobId)) ? ('invoice' as const) : kindOf(file.mime_type),
    };
  }

  private async isInvoice({ mime_type, size }: File, blobId: string): Promise<boolean> {
    if (mime_type !== MIME_TYPES.xml || size === 0) return false;
    const range = { start: 0, end: Math.min(size, HEAD_BYTES) - 1 };
    const bytes = await this.installation.ports.blobs.open(blobId, range);
    if (!bytes) return false;
    const chunks: Buffer[] = [];
    for await (const chunk of bytes) chunks.push(chunk as Buffer);
    return UBL.test(Buffer.concat(chunks).toString('latin1'));
  }
}
