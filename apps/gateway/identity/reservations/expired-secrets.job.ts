import { Injectable } from '@nestjs/common';
import type { Job } from '../../platform/hosting/job';
import { Attempts } from '../sign-in/attempts';
import { OneTimeTokens } from '../sign-in/one-time-tokens';
import { Sessions } from '../sign-in/sessions';

/** Removes expired secrets from the vault. */
@Injectable()
export class ExpiredSecrets implements Job {
  readonly failure = 'what is over could not be taken out of the vault';
  readonly isHourly = true;

  constructor(
    private readonly attempts: Attempts,
    private readonly tokens: OneTimeTokens,
    private readonly sessions: Sessions,
  ) {}

  async run(): Promise<void> {
    await this.attempts.sweep();
    await this.tokens.sweep();
    await this.sessions.sweep();
  }
}
