import { Inject, Injectable } from '@nestjs/common';
import { MIME_TYPES } from '@dosar/contracts';
import {
  because,
  Damaged,
  isOutage,
  keepGoing,
  openRecords,
  typeOf,
  Unavailable,
  upcast,
  type Recorded,
  type StoredRecord,
} from '@dosar/kernel/runtime';
import { registry } from '@dosar/domain/registry';
import { drive } from '@dosar/domain/files/drive.decider';
import { clientOf, type DriveEvent } from '@dosar/domain/files/drive.events';
import { follow } from '../../platform/hosting/following';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';
import { bytesIfThere } from '../downloads/document-bytes';
import { readFields } from './read-fields';

/** Its checkpoint, and who acts: both are in the log or beside it for good. */
const NAME = 'invoice-fields';
type Uploaded = Recorded<Extract<DriveEvent, { type: 'FileUploaded' }>>;

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
    const due = batch.filter((record) => typeOf(record) === 'FileUploaded');
    for (const event of await this.opened(due)) if (!signal.aborted) await this.fillOrReport(event);
    return due.length > 0;
  }

  /** Damaged records are named by others. */
  private async opened(records: readonly StoredRecord[]): Promise<readonly Uploaded[]> {
    const opened = await openRecords(records, this.installation.keyring);
    return opened.flatMap((record) => {
      try {
        return upcast(record, registry) as Uploaded;
      } catch (error) {
        if (error instanceof Damaged) return [];
        throw error;
      }
    });
  }

  /** @throws outages, and races lost: then it is tried again */
  private async fillOrReport(event: Uploaded): Promise<void> {
    try {
      await this.fill(event);
    } catch (error) {
      if (isOutage(error) || (error as Error).name === 'Conflict') throw error;
      this.installation.logger.error({ err: error, event_id: event.id }, `${this.failure} of one document`);
    }
  }

  private async fill({ id: eventId, data, stream, sealed, correlationId }: Uploaded): Promise<void> {
    const { fileId, blobId, size, mimeType } = data;
    if (mimeType !== MIME_TYPES.xml) return;
    const { commandHandler, documents } = this.installation;
    const document = { id: fileId, blobId, size, eventId, sealed: sealed?.content ?? null };
    const bytes = await bytesIfThere(documents, document);
    const tried = bytes && (await this.installation.tries.invoice.run(blobId, fileId, () => readFields(bytes)));
    if (tried === 'held') throw new Unavailable('the invoice is being read elsewhere, or others come first');
    if (!tried || tried === 'given_up' || !tried.ended) return;
    const actor = { kind: 'system', id: 'invoice-fields', role: null, sessionId: null } as const;
    // a refusal is of what was deleted meanwhile
    await commandHandler.handle({
      decider: drive,
      id: clientOf(stream),
      command: { type: 'FillFields', data: { fileId, fields: tried.ended } },
      context: because(eventId, NAME, 0),
      origin: { actor, correlationId, causationId: eventId, ip: null, userAgent: null },
    });
  }
}
