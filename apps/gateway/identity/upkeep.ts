import { Injectable } from '@nestjs/common';
import { Attempts } from './attempts';
import { OneTimeTokens } from './one-time-tokens';
import { Sessions } from './sessions';

/** Takes out of the vault what is over. */
@Injectable()
export class Upkeep {
  constructor(
    private readonly attempts: Attempts,
    private readonly once: OneTimeTokens,
    private readonly sessions: Sessions,
  ) {}

  async sweep(): Promise<void> {
    await this.attempts.sweep();
    await this.once.sweep();
    await this.sessions.sweep();
  }
}
