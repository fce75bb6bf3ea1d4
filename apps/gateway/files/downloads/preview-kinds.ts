import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { MIME_TYPES, type Extension, type File, type PreviewFault, type PreviewKind } from '@dosar/contracts';
import { DamagedBytes } from '@dosar/kernel/runtime';
import type { Content } from '@dosar/domain/files/contents.projector';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { SIGNED_BYTES, signedInvoiceIn } from '../fields/signed-invoice';
import { Insides } from '../inside/insides';
import { Texts, type OwnedDocument } from '../texts/texts';
import { isGivenUp } from '../tree/read-again';
import type { Ticket } from './tickets';

/** How much of an XML file is read to recognise an invoice. */
const HEAD_BYTES = 8 * 1024;
const INVOICE =
  /urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2|urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100/;

/** How files are shown as they are, by their media types. */
export const KINDS: Readonly<Record<string, PreviewKind>> = {
  [MIME_TYPES.pdf]: 'pdf',
  [MIME_TYPES.txt]: 'text',
  [MIME_TYPES.csv]: 'table',
  [MIME_TYPES.xml]: 'text',
  [MIME_TYPES.json]: 'text',
  [MIME_TYPES.sql]: 'text',
  [MIME_TYPES.zip]: 'archive',
};

const typesOf = (extensions: readonly Extension[]): ReadonlySet<string> =>
  new Set(extensions.map((extension) => MIME_TYPES[extension]));
/** Types of which the text is shown, and those whose text has the form of sheets. */
export const BY_TEXT = typesOf(['doc', 'docx', 'xls', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'rtf']);
const SHEETS = typesOf(['xls', 'xlsx', 'ods']);
export const kindByText = (mimeType: string): PreviewKind => (SHEETS.has(mimeType) ? 'table' : 'text');

/** What is larger is sent without the files that are written into it. */
const WHOLE_BYTES = 1024 * 1024;
const IS_WRITTEN: ReadonlySet<string> = new Set([MIME_TYPES.xml, MIME_TYPES.json]);

/** Whether XML that begins like this is an invoice, in letters of one byte or of two. */
export const isInvoiceHead = (bytes: Buffer): boolean =>
  INVOICE.test(bytes.toString('latin1', 0, HEAD_BYTES).replaceAll('\0', ''));

/** How a file is shown, and what is opened for that. */
export type ShownFile = {
  readonly kind: PreviewKind;
  readonly use: Ticket['use'];
  /** Of the file inside that is shown in its place. */
  readonly part?: number;
  readonly why?: PreviewFault;
  /** Something that is read of it was given up. */
  readonly isGivenUp?: true;
};

/** Decides how files are previewed. */
@Injectable()
export class PreviewKinds {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly texts: Texts,
    private readonly insides: Insides,
  ) {}

  async of(file: File, content: Content): Promise<ShownFile> {
    const shown = await this.shown(file, content);
    return (await isGivenUp(this.installation, content.blobId)) ? { ...shown, isGivenUp: true } : shown;
  }

  private async shown(file: File, content: Content): Promise<ShownFile> {
    try {
      return await this.kindOf(file, content);
    } catch (error) {
      if (!(error instanceof DamagedBytes)) throw error;
      return { kind: 'none', use: 'preview', why: 'damaged' };
    }
  }

  private async kindOf({ mime_type: mimeType, client_id: clientId }: File, content: Content): Promise<ShownFile> {
    const document = { ...content, mimeType, clientId };
    if (await this.installation.tries.document.isGivenUp(content.blobId))
      return { kind: 'none', use: 'preview', why: 'damaged' };
    if (BY_TEXT.has(mimeType)) {
      const outcome = await this.texts.of(document);
      if (!('text' in outcome)) return { kind: 'none', use: 'preview', why: outcome.why };
      return { kind: kindByText(mimeType), use: 'text' };
    }
    const use = IS_WRITTEN.has(mimeType) && content.size > WHOLE_BYTES ? 'plain' : 'preview';
    if (mimeType === MIME_TYPES.xml && (await this.isInvoice(content))) return { kind: 'invoice', use };
    const maySign = mimeType === MIME_TYPES.zip && content.size <= SIGNED_BYTES;
    const signed = maySign ? await this.signedInvoice(document) : null;
    if (signed !== null) return { kind: 'invoice', use: 'plain', part: signed };
    return { kind: KINDS[mimeType] ?? (mimeType.startsWith('image/') ? 'image' : 'none'), use };
  }

  /** The number of the invoice that lies in an archive of SPV with its signature; null: it is another archive. */
  private async signedInvoice(document: OwnedDocument): Promise<number | null> {
    const found = await this.insides.of(document);
    const part = 'why' in found ? null : signedInvoiceIn(found.parts);
    if (!part?.can_open) return null;
    const read = await this.insides.bytes(document, { part: part.number, as: 'plain' });
    return read && 'bytes' in read && isInvoiceHead(read.bytes) ? part.number : null;
  }

  private async isInvoice(content: Content): Promise<boolean> {
    const { size } = content;
    if (size === 0) return false;
    const range = { start: 0, end: Math.min(size, HEAD_BYTES) - 1 };
    const bytes = await this.installation.documents.open(content, range);
    if (!bytes) return false;
    return isInvoiceHead(await buffer(bytes));
  }
}
