import { Inject, Injectable } from '@nestjs/common';
import type { DocumentFields } from '@dosar/contracts';
import {
  because,
  Damaged,
  isOutage,
  keepGoing,
  openRecords,
  pauseUntil,
  rowIn,
  typeOf,
  Unavailable,
  upcast,
  type Recorded,
  type SealedDocument,
  type StoredRecord,
} from '@dosar/kernel/runtime';
import { registry } from '@dosar/domain/registry';
import { contents } from '@dosar/domain/files/contents.projector';
import { drive } from '@dosar/domain/files/drive.decider';
import { clientOf, type DriveEvent } from '@dosar/domain/files/drive.events';
import { files } from '@dosar/domain/files/files.projector';
import { follow } from '../../platform/hosting/following';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';
import { bytesIfThere } from '../downloads/document-bytes';
import { mayBeInvoice, readFields } from './read-fields';

/** Its checkpoint, and who acts: both are in the log or beside it for good. */
const NAME = 'invoice-fields';
/** How often it is looked whether an invoice that another process reads is done. */
const HELD_MS = 1_000;

/** A document that came, and one that is to be read again. */
const READ = ['FileUploaded', 'FileReadingRetried'] as const;
type ToRead = Recorded<Extract<DriveEvent, { type: (typeof READ)[number] }>>;

/** Fills the fields of documents by their e-Factura: it follows the log from its beginning, and goes on where it was. */
@Injectable()
export class InvoiceFields implements Job {
  readonly failure = 'what invoices say is not filled in';

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  run(signal: AbortSignal): Promise<void> {
    const { logger } = this.installation;
    return keepGoing(
      () => follow(this.installation, { name: NAME, work: (batch) => this.work(batch, signal) }, signal),
      signal,
      (error) => logger.error({ err: error }, `${this.failure}: it is tried again`),
    );
  }

  private async work(batch: readonly StoredRecord[], signal: AbortSignal): Promise<boolean> {
    const due = batch.filter((record) => READ.some((type) => type === typeOf(record)));
    for (const event of await this.opened(due)) if (!signal.aborted) await this.fillOrReport(event, signal);
    return due.length > 0;
  }

  /** Damaged records are named by others. */
  private async opened(records: readonly StoredRecord[]): Promise<readonly ToRead[]> {
    const opened = await openRecords(records, this.installation.keyring);
    return opened.flatMap((record) => {
      try {
        return upcast(record, registry) as ToRead;
      } catch (error) {
        if (error instanceof Damaged) return [];
        throw error;
      }
    });
  }

  /** @throws outages, and races lost: then it is tried again */
  private async fillOrReport(event: ToRead, signal: AbortSignal): Promise<void> {
    try {
      await this.fill(event, signal);
    } catch (error) {
      if (isOutage(error) || (error as Error).name === 'Conflict') throw error;
      this.installation.logger.error({ err: error, event_id: event.id }, `${this.failure} of one document`);
    }
  }

  private async fill(event: ToRead, signal: AbortSignal): Promise<void> {
    const { id: eventId, data, stream, correlationId } = event;
    const { fileId } = data;
    const { commandHandler, documents } = this.installation;
    const found = await this.documentOf(event);
    if (!found || !mayBeInvoice(found.mimeType, found.document.size)) return;
    const { mimeType, document } = found;
    const bytes = await bytesIfThere(documents, document);
    const read = bytes && (() => readFields(bytes, mimeType));
    const fields = read && (await this.tried({ blobId: document.blobId, fileId }, read, signal));
    if (!fields) return;
    const actor = { kind: 'system', id: 'invoice-fields', role: null, sessionId: null } as const;
    // a refusal is of what was deleted meanwhile
    await commandHandler.handle({
      decider: drive,
      id: clientOf(stream),
      command: { type: 'FillFields', data: { fileId, fields } },
      context: because(eventId, NAME, 0),
      origin: { actor, correlationId, causationId: eventId, ip: null, userAgent: null },
    });
  }

  /** Of what is read again, the views know what came; null where it is gone. @throws Unavailable */
  private async documentOf(event: ToRead): Promise<{ mimeType: string; document: SealedDocument } | null> {
    const { id: eventId, data, sealed } = event;
    if ('blobId' in data) {
      const { fileId: id, blobId, size, mimeType } = data;
      return { mimeType, document: { id, blobId, size, eventId, sealed: sealed?.content ?? null } };
    }
    const { ports, views } = this.installation;
    if (!(await views.reach([files.view, contents.view], event.position)))
      throw new Unavailable('the views have not come as far as the log');
    const file = await ports.reads.get(files, data.fileId);
    const document = await ports.reads.get(contents, data.fileId);
    return file && document && { mimeType: rowIn(file.json).mime_type, document: rowIn(document.json) };
  }

  /** null for what cannot be read, and for what ended the server three times. */
  private async tried(
    { blobId, fileId }: { readonly blobId: string; readonly fileId: string },
    read: () => Promise<DocumentFields | null>,
    signal: AbortSignal,
  ): Promise<DocumentFields | null> {
    while (!signal.aborted) {
      const tried = await this.installation.tries.invoice.run(blobId, fileId, read);
      if (tried === 'given_up') return null;
      if (tried !== 'held') return tried.ended;
      // another gateway is at it, or what was interrupted comes first
      await pauseUntil(signal, HELD_MS);
    }
    throw new Unavailable('the server stops');
  }
}
