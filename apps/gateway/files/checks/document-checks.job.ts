import { Inject, Injectable } from '@nestjs/common';
import { pauseUntil } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';
import { DocumentChecks } from './document-checks';

/** How long the start is left undisturbed. */
const AFTER_MS = 5_000;
/** How often new documents, and repaired ones, are looked for. */
const LOOK_MS = 60_000;
/** Slow enough not to disturb calls; seven terabytes in 20 days. */
const BYTES_PER_SECOND = 4 * 1024 * 1024;

/** Verifies whole documents in the background. */
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
