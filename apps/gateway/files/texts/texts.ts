import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { FairQueue, type SealedDocument } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { bytesOf } from '../downloads/document-bytes';
import type { DocumentText } from './outcome';
import { readDocument } from './read-document';

/** Two documents of a client are read at once, that many wait; long readings are expensive. */
const TURNS = { places: 3, waiting: 64, dearMs: 3_000 };
/** Letters of texts in the cache. */
const KEPT_LETTERS = 4 * 1024 * 1024;

/** A stored document with its client. */
export type OwnedDocument = SealedDocument & { readonly mimeType: string; readonly clientId: string };

/** The texts of documents, each read in a process with little memory and time, and no access to anything but its bytes. */
@Injectable()
export class Texts {
  private readonly turns = new FairQueue(TURNS);
  private readonly known = new LRUCache<string, DocumentText, OwnedDocument>({
    maxSize: KEPT_LETTERS,
    sizeCalculation: (outcome) => ('text' in outcome ? outcome.text.length : 0) + 100,
    fetchMethod: (_blobId, _before, { context }) => this.read(context),
    // an evicted entry is still delivered to those who wait, but not cached
    ignoreFetchAbort: true,
  });

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {
    installation.keyring.onDestroyed(() => this.known.clear());
    installation.metrics.watchQueue('texts', this.turns);
  }

  /** A faulty document is a result. @throws Unavailable */
  of(kept: OwnedDocument): Promise<DocumentText> {
    return this.known.forceFetch(kept.blobId, { context: kept });
  }

  private read(kept: OwnedDocument): Promise<DocumentText> {
    const { mimeType, clientId, size } = kept;
    const work = async () => readDocument({ bytes: await bytesOf(this.installation.documents, kept), mimeType });
    return this.turns.run(clientId, work, size);
  }
}
