import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@dosar/contracts';
import { DamagedBytes, FairQueue, type SealedDocument } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { bytesOf } from '../downloads/document-bytes';
import { ArchiveRefused } from './archive-refused';
import { withArchive, type OpenArchive } from './open-archive';

/** A system leaves as much beside each file again, which is not counted. */
const LIMITS = { entries: 2 * FILE_LIMITS.entries + 100, bytes: FILE_LIMITS.unpacked, path: FILE_LIMITS.path };
/** One listing of a client at a time, that many wait. */
const LOOKS = { places: 2, waiting: 64, dearMs: 2_000, ms: 10_000 };
/** A client has one operation at a time, and the others wait there. */
const UNPACKINGS = { places: 2, waiting: 64, dearMs: 10_000, ms: 120_000 };

/** A stored archive with its client. */
export type OwnedArchive = SealedDocument & { readonly clientId: string };
/** Damaged bytes are reported as a corrupt archive. */
const asCorrupt = (error: unknown): never => {
  throw error instanceof DamagedBytes ? new ArchiveRefused('ZIP_CORRUPT', null) : error;
};

type Work<T> = (archive: OpenArchive) => Promise<T>;

/** Opens archives, each in a process with little memory and time, and no access to anything but its bytes. */
@Injectable()
export class Archives {
  private readonly looks = new FairQueue(LOOKS);
  private readonly unpackings = new FairQueue(UNPACKINGS);

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {
    installation.metrics.watchQueue('unpacking', this.unpackings);
  }

  /**
   * Opens an archive for its listing.
   * @throws Problem BULK_TIMEOUT when it takes longer, ArchiveRefused, the errors of `work`
   */
  look<T>(archive: OwnedArchive, work: Work<T>): Promise<T> {
    return this.looks.run(archive.clientId, () => this.open(archive, LOOKS.ms, work), archive.size);
  }

  /** Opens an archive for unpacking. @throws as `look` does */
  unpack<T>(archive: OwnedArchive, work: Work<T>): Promise<T> {
    return this.unpackings.run(archive.clientId, () => this.open(archive, UNPACKINGS.ms, work), archive.size);
  }

  private async open<T>(archive: OwnedArchive, ms: number, work: Work<T>): Promise<T> {
    const bytes = await bytesOf(this.installation.documents, archive).catch(asCorrupt);
    return withArchive({ bytes, limits: LIMITS, ms }, work);
  }
}
