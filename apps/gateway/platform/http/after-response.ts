import type { OnApplicationShutdown } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Call } from '../access/call';

/** Nobody can tell from how soon the next request is answered whether there was anything to do behind this one. */
const PAUSE = { least: 20, more: 300 } as const;

/** What is done after an answer, so that the answer's time says nothing of it. What is still going on is ended before a stop. */
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
