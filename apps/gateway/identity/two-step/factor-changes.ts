import { Inject, Injectable } from '@nestjs/common';
import type { Done } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import type { UserCommand, UserState } from '@dosar/domain/identity/user-state';
import type { Account, Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Writes } from '../../platform/writes/writes';
import { Reauthentication } from '../accounts/reauthentication';
import { isSecondStepRequired } from './second-step-rule';

/** Changes of second factors require the password again. */
@Injectable()
export class FactorChanges {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly reauthentication: Reauthentication,
  ) {}

  /** @throws Problem naming current_password when it is wrong. */
  prove(call: Call, password: string): Promise<UserState> {
    return this.reauthentication.prove(call, password);
  }

  /** Whether a second factor is required: of several removed at the same time, the last stays. */
  mustKeepOne({ caller }: Call): boolean {
    return isSecondStepRequired(this.installation, caller.id);
  }

  async handle(call: Call, person: Account, command: UserCommand): Promise<Done> {
    const done = await this.writes.once(call).handle(user, person.id, command);
    await this.writes.visible(call);
    return done;
  }
}
