import { Injectable } from '@nestjs/common';
import type { Job } from '../../platform/hosting/job';
import { PartialUploads } from './partial-uploads';

/** Removes uploads that did not finish within a day. */
@Injectable()
export class UnfinishedUploads implements Job {
  readonly failure = 'unfinished uploads could not be cleared away';
  readonly isHourly = true;

  constructor(private readonly partials: PartialUploads) {}

  run(): Promise<void> {
    return this.partials.sweep(new Date());
  }
}
