import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../platform/installation';
import { hourly, type Job } from '../platform/job';
import { Attempts } from './attempts';
import { OneTimeTokens } from './one-time-tokens';
import { Sessions } from './sessions';

/** Takes out of the vault what is over. */
@Injectable()
export class Upkeep implements Job {
  readonly failure = 'what is over is not taken out of the vault';

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly attempts: Attempts,
    private readonly once: OneTimeTokens,
    private readonly sessions: Sessions,
  ) {}

  run(signal: AbortSignal): Promise<void> {
    const failed = (error: unknown) =>
      this.installation.logger.error({ err: error }, 'what is over could not be taken out of the vault');
    return hourly(() => this.sweep(), signal, failed);
  }

  async sweep(): Promise<void> {
    await this.attempts.sweep();
    await this.once.sweep();
    await this.sessions.sweep();
  }
}
