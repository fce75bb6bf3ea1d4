import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { workerFile } from '@dosar/adapters/worker-file';
import { MIME_TYPES, THUMBNAIL_TYPES, type ThumbnailSize } from '@dosar/contracts';
import { DamagedBytes, FairQueue, Unavailable } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { bytesOf } from '../downloads/document-bytes';
import type { OwnedDocument } from '../texts/texts';
import { CannotDraw, Drawing, ROW_SIDE, type Drawn } from './drawing';

/** The limits for a picture: a useful one needs less. */
const LIMITS = { startMs: 20_000, ms: 8_000, memory: 500_000, heap: 64, idleMs: 15_000 };
/** The objects of a page need memory before it is drawn. */
export const PAGE_LIMITS = { ...LIMITS, heap: 160 };
/** One drawing of a client and kind at a time, that many wait; long ones are expensive. */
const TURNS = { places: 2, waiting: 256, dearMs: 2_000 };
/** Bytes of drawings in the cache. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Pixels of the longer side, enough for dense screens. */
const SIDES: Readonly<Record<ThumbnailSize, number>> = { row: ROW_SIDE, message: 480 };

type Asked = { readonly kept: OwnedDocument; readonly size: ThumbnailSize };

/** The process died three times while drawing it. Not cached, so that it can be tried again. */
class GivenUp extends Error {}

/** A drawing process with its queue: photos do not wait for pages, which take longer. */
const line = (drawing: Drawing) => ({ drawing, turns: new FairQueue(TURNS) });

/** Small pictures of documents, only cached in memory, and drawn again when missing. */
@Injectable()
export class Thumbnails implements OnModuleDestroy {
  private readonly pictures = line(new Drawing(workerFile('thumbnail.worker'), LIMITS));
  private readonly pages = line(new Drawing(workerFile('page.worker'), PAGE_LIMITS));
  private readonly known = new LRUCache<string, Drawn, Asked>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (drawn) => ('picture' in drawn && drawn.picture ? drawn.picture.data.length : 0) + 200,
    fetchMethod: (_blobId, _before, { context }) => this.draw(context),
    // an evicted entry is still delivered to those who wait, but not cached
    ignoreFetchAbort: true,
  });

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {
    installation.keyring.onDestroyed(() => this.known.clear());
  }

  onModuleDestroy(): void {
    for (const { drawing } of [this.pictures, this.pages]) drawing.end();
  }

  /** null when it has no picture; a faulty document is a result. @throws Unavailable */
  async of(kept: OwnedDocument, size: ThumbnailSize): Promise<Drawn | null> {
    if (!THUMBNAIL_TYPES.has(kept.mimeType)) return null;
    const { document } = this.installation.tries;
    const key = `${kept.blobId} ${size}`;
    if (!this.known.has(key) && (await document.isGivenUp(kept.blobId))) return { why: 'damaged' };
    try {
      return await this.known.forceFetch(key, { context: { kept, size } });
    } catch (error) {
      if (error instanceof GivenUp || error instanceof DamagedBytes) return { why: 'damaged' };
      throw error;
    }
  }

  private async draw({ kept, size: shownAs }: Asked): Promise<Drawn> {
    const { id, blobId, size, mimeType, clientId } = kept;
    const { drawing, turns } = mimeType === MIME_TYPES.pdf ? this.pages : this.pictures;
    const { documents, logger } = this.installation;
    try {
      const work = async () => drawing.draw(await bytesOf(documents, kept), { side: SIDES[shownAs] });
      return await turns.run(clientId, () => this.tried(blobId, id, work), size);
    } catch (error) {
      if (!(error instanceof CannotDraw)) throw error;
      logger.error({ err: error }, 'small pictures cannot be drawn');
      throw new Unavailable('small pictures cannot be drawn now');
    }
  }

  /** @throws GivenUp, and Unavailable while another process draws it, or interrupted drawings come first */
  private async tried(blobId: string, fileId: string, draw: () => Promise<Drawn>): Promise<Drawn> {
    const tried = await this.installation.tries.picture.run(blobId, fileId, draw);
    if (tried === 'given_up') throw new GivenUp();
    if (tried === 'held') throw new Unavailable('the picture is being drawn elsewhere, or has to wait');
    return tried.ended;
  }
}
