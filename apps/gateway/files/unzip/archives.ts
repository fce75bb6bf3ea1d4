import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { FILE_LIMITS } from '@dosar/contracts';
import { INSTALLATION, type Installation } from '../../platform/installation';
import { bytesOf } from '../blob-bytes';
import { withArchive, type OpenArchive } from './open-archive';

const LIMITS = { entries: FILE_LIMITS.entries, bytes: FILE_LIMITS.unpacked, path: FILE_LIMITS.path };
/** So many archives are open at once; others wait. */
const AT_ONCE = 2;

/** Opens archives, each in a process that has little memory and little time, and no way to anything but its bytes. */
@Injectable()
export class Archives {
  private readonly inTurn = pLimit(AT_ONCE);

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** @throws Problem BULK_TIMEOUT when it takes longer, ArchiveRefused, whatever `work` throws */
  within<T>(
    { blobId, size, ms }: { readonly blobId: string; readonly size: number; readonly ms: number },
    work: (archive: OpenArchive) => Promise<T>,
  ): Promise<T> {
    const { blobs } = this.installation.ports;
    return this.inTurn(async () =>
      withArchive({ bytes: await bytesOf(blobs, blobId, size), limits: LIMITS, ms }, work),
    );
  }
}
