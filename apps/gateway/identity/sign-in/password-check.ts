import { Inject, Injectable } from '@nestjs/common';
import type { UserState } from '@dosar/domain/identity/user-state';
import type { Call } from '../../platform/access/call';
import { networkOf } from '../../platform/connections/network';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { Credentials } from '../accounts/credentials';
import { Attempts, type Try } from './attempts';
import { RefusedSignIns } from './refused-sign-ins';

/** The entered credentials. */
type Typed = { readonly email: string; readonly password: string };

/** An account whose password was right. */
type Found = { readonly userId: string; readonly credentialId: string; readonly state: UserState };

/** The id of no user: verifying it takes as long as for a user. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Verifies e-mail and password of an account that may sign in. */
@Injectable()
export class PasswordCheck {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly credentials: Credentials,
    private readonly attempts: Attempts,
    private readonly refused: RefusedSignIns,
  ) {}

  /** @throws Problem when they are wrong, or after too many attempts */
  async pass(call: Call, typed: Typed): Promise<Found> {
    const counted = await this.attempts.begin(typed.email, call.ip);
    const { userId, state, matches } = await this.look(call, typed, counted);
    const { credentialId } = state;
    if (userId === null || credentialId === null || !matches) {
      counted.failed();
      this.refused.note(call, userId);
      throw new Problem('INVALID_CREDENTIALS');
    }
    if (state.status !== 'active' || !this.installation.access.user(userId)) {
      await counted.withdrawn();
      throw new Problem('ACCOUNT_INACTIVE');
    }
    await counted.succeeded();
    return { userId, credentialId, state };
  }

  /** Unknown users take turns by address. */
  private async look(call: Call, { email, password }: Typed, counted: Try) {
    try {
      const userId = await this.credentials.userIdOf(email);
      const state = await this.credentials.stateOf(userId ?? NOBODY);
      const matches = await this.credentials.matches(userId ?? NOBODY, state, password, networkOf(call.ip));
      return { userId, state, matches };
    } catch (error) {
      await counted.withdrawn();
      throw error;
    }
  }
}
