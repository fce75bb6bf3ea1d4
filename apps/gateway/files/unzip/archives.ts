import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@dosar/contracts';
import { DamagedBytes, FairQueue, type SealedDocument } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { bytesOf } from '../downloads/document-bytes';
import { ArchiveRefused } from './archive-refused';
import { withArchive, type OpenArchive } from './open-archive';

const LIMITS = { entries: FILE_LIMITS.entries, bytes: FILE_LIMITS.unpacked, path: FILE_LIMITS.path };
/** One of a client is looked at at a time, and so many wait. */
const LOOKS = { places: 2, waiting: 64, dearMs: 2_000, ms: 10_000 };
/** A client has one operation at a time, and those who wait have their queue there. */
const UNPACKINGS = { places: 2, waiting: 64, dearMs: 10_000, ms: 120_000 };

/** An archive as the installation keeps it, and whose it is. */
export type OwnedArchive = SealedDocument & { readonly clientId: string };
/** What was kept of it is not what came: as if it had come so. */
const asCorrupt = (error: unknown): never => {
  throw error instanceof DamagedBytes ? new ArchiveRefused('ZIP_CORRUPT', null) : error;
};

type Work<T> = (archive: OpenArchive) => Promise<T>;

/** Opens archives, each in a process that has little memory and little time, and no way to anything but its bytes. */
@Injectable()
export class Archives {
  private readonly looks = new FairQueue(LOOKS);
  private readonly unpackings = new FairQueue(UNPACKINGS);

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /**
   * Opens one to see what is in it.
   * @throws Problem BULK_TIMEOUT when it takes longer, ArchiveRefused, whatever `work` throws
   */
  look<T>(archive: OwnedArchive, work: Work<T>): Promise<T> {
    return this.looks.run(archive.clientId, () => this.open(archive, LOOKS.ms, work), archive.size);
  }

  /** Opens one to take it apart. @throws as `look` does */
  unpack<T>(archive: OwnedArchive, work: Work<T>): Promise<T> {
    return this.unpackings.run(archive.clientId, () => this.open(archive, UNPACKINGS.ms, work), archive.size);
  }

  private async open<T>(archive: OwnedArchive, ms: number, work: Work<T>): Promise<T> {
    const bytes = await bytesOf(this.installation.documents, archive).catch(asCorrupt);
    return withArchive({ bytes, limits: LIMITS, ms }, work);
  }
}
