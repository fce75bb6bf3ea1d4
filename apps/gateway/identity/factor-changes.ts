import { Inject, Injectable } from '@nestjs/common';
import { user } from '@dosar/domain/identity/user.decider';
import type { UserCommand, UserState } from '@dosar/domain/identity/user-state';
import type { Account, Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Problem } from '../platform/problem';
import { Writes } from '../platform/writes';
import { Reauthentication } from './passwords.handler';
import { isSecondStepRequired } from './second-step-rule';

/** Changing what somebody has beside the password takes the password again. */
@Injectable()
export class FactorChanges {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly reauthentication: Reauthentication,
  ) {}

  /** @throws Problem naming current_password when it is not the caller's. */
  prove(call: Call, password: string): Promise<UserState> {
    return this.reauthentication.prove(call, password);
  }

  /** @throws Problem ACCESS_DENIED when the administrator asks for a second factor and this is the last. */
  mustNotBeTheLast({ caller }: Call, { totp, passkeys }: UserState): void {
    const isLast = Number(totp) + passkeys.length <= 1;
    if (isLast && isSecondStepRequired(this.installation, caller.id)) throw new Problem('ACCESS_DENIED');
  }

  async handle(call: Call, person: Account, command: UserCommand): Promise<void> {
    await this.writes.once(call).handle(user, person.id, command);
    await this.writes.visible(call);
  }
}
