import { Injectable } from '@nestjs/common';
import { Attempts } from './attempts';
import { Once } from './once';
import { Sessions } from './sessions';

/** Takes out of the vault what is over. */
@Injectable()
export class Upkeep {
  constructor(
    private readonly attempts: Attempts,
    private readonly once: Once,
    private readonly sessions: Sessions,
  ) {}

  async sweep(): Promise<void> {
    await this.attempts.sweep();
    await this.once.sweep();
    await this.sessions.sweep();
  }
}
