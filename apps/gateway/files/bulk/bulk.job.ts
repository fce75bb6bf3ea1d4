import { Injectable } from '@nestjs/common';
import type { Job } from '../../platform/hosting/job';
import { BulkRunner } from './bulk-runner';

/** Resumes operations that the last stop interrupted. */
@Injectable()
export class InterruptedBulk implements Job {
  readonly failure = 'an operation could not be gone on with';

  constructor(private readonly runner: BulkRunner) {}

  run(signal: AbortSignal): Promise<void> {
    return this.runner.resume(signal);
  }
}
