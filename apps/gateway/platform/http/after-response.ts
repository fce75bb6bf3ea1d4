import type { OnApplicationShutdown } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Call } from '../access/call';

/** Random pauses, so that the timing of a following request does not reveal whether there was work after this one. */
const PAUSE = { least: 20, more: 300 } as const;

/** Work done after an answer, so that the answer's time reveals nothing of it. A stop waits for it. */
export class AfterResponse implements OnApplicationShutdown {
  private readonly going = new Set<Promise<unknown>>();

  constructor(private readonly logger: Logger) {}

  after({ correlationId }: Call, work: () => Promise<unknown>): void {
    const going = pause(PAUSE.least + randomInt(PAUSE.more))
      .then(work)
      .catch((error: unknown) =>
        this.logger.error({ err: error, correlation_id: correlationId }, 'what was to be done after an answer failed'),
      )
      .finally(() => this.going.delete(going));
    this.going.add(going);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.going);
  }
}
