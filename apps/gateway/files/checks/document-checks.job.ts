import { Inject, Injectable } from '@nestjs/common';
import { pauseUntil } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';
import { DocumentChecks } from './document-checks';

/** Starting has the machine to itself for so long. */
const AFTER_MS = 5_000;
/** It is looked whether there is something to read, and whether what was damaged is well again, so often. */
const LOOK_MS = 60_000;
/** Nobody who calls notices it; in 20 days it is seven terabytes. */
const BYTES_PER_SECOND = 4 * 1024 * 1024;

/** Documents are read to their ends while nobody asks for them. */
@Injectable()
export class ChecksOfDocuments implements Job {
  readonly failure = 'documents could not be read to their ends';

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  async run(signal: AbortSignal): Promise<void> {
    const { logger } = this.installation;
    const checks = new DocumentChecks(this.installation, { bytesPerSecond: BYTES_PER_SECOND, now: () => new Date() });
    await pauseUntil(signal, AFTER_MS);
    while (!signal.aborted) {
      const isMore = await checks.run(signal).catch((error: unknown) => {
        logger.error({ err: error }, this.failure);
        return false;
      });
      if (!isMore) await pauseUntil(signal, LOOK_MS);
    }
  }
}
