import { Injectable } from '@nestjs/common';
import type { UserState } from '@dosar/domain/identity/user-state';
import type { Call } from '../../platform/access/call';
import { wrongField } from '../../platform/http/problem';
import { Attempts } from '../sign-in/attempts';
import { Credentials } from './credentials';

/** Asks for the password again before changes that protect the account: a session may be stolen. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly attempts: Attempts,
    private readonly credentials: Credentials,
  ) {}

  /** @throws Problem naming current_password when it is wrong. */
  async prove({ caller, ip }: Call, password: string): Promise<UserState> {
    const state = await this.credentials.stateOf(caller.id);
    const email = state.email ?? caller.id;
    const counted = await this.attempts.begin(email, ip);
    const matches = await this.credentials.matches(caller.id, state, password).catch(async (error: unknown) => {
      await counted.withdrawn();
      throw error;
    });
    if (matches) {
      await counted.withdrawn();
      return state;
    }
    counted.failed();
    throw wrongField('current_password', 'password_wrong');
  }
}
