import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { Unavailable } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/installation';
import { bytesOf } from '../blob-bytes';
import type { DocumentText } from './outcome';
import { readDocument } from './read-document';

/** So many are read at once, so many wait; more are sent away. */
const AT_ONCE = 2;
const WAITING = 64;
/** Letters of what was read last, so that opening it does not read it again. */
const KEPT_LETTERS = 4 * 1024 * 1024;

/** A document as the installation keeps it. */
export type Kept = { readonly blobId: string; readonly size: number; readonly mimeType: string };

/** The texts of documents, each read in a process that has little memory and little time, and no way to anything but its bytes. */
@Injectable()
export class Texts {
  private readonly inTurn = pLimit(AT_ONCE);
  private readonly known = new LRUCache<string, DocumentText, Kept>({
    maxSize: KEPT_LETTERS,
    sizeCalculation: (outcome) => ('text' in outcome ? outcome.text.length : 0) + 100,
    fetchMethod: (_blobId, _before, { context }) => this.read(context),
    // whoever waits is told all the same; what was forgotten meanwhile is not kept
    ignoreFetchAbort: true,
  });

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {
    installation.keyring.onDestroyed(() => this.known.clear());
  }

  /** What is wrong with the document itself is an outcome. @throws Unavailable */
  of(kept: Kept): Promise<DocumentText> {
    return this.known.forceFetch(kept.blobId, { context: kept });
  }

  private async read({ blobId, size, mimeType }: Kept): Promise<DocumentText> {
    if (this.inTurn.pendingCount >= WAITING) throw new Unavailable('too many documents wait to be read');
    const { blobs } = this.installation.ports;
    return this.inTurn(async () => readDocument({ bytes: await bytesOf(blobs, blobId, size), mimeType }));
  }
}
