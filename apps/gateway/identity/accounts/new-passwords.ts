import { Injectable } from '@nestjs/common';
import { user } from '@dosar/domain/identity/user.decider';
import type { UserCommand, UserState } from '@dosar/domain/identity/user-state';
import type { Account, Call } from '../../platform/access/call';
import { Writes } from '../../platform/writes/writes';
import { Credentials } from './credentials';

/** The owner of a password, and its field in the request. */
type Choice = { readonly person: Account; readonly state: UserState; readonly field: string };

type NewPassword = (credentialId: string) => UserCommand;

/** Stores a password and sends the command that names it. */
@Injectable()
export class NewPasswords {
  constructor(
    private readonly credentials: Credentials,
    private readonly writes: Writes,
  ) {}

  async choose(call: Call, { person, state, field }: Choice, password: string, command: NewPassword): Promise<void> {
    await this.credentials.mustBeHardToGuess(password, state.email, field);
    const write = this.writes.once(call);
    const credentialId = write.idFor('credential');
    await this.credentials.store(person.id, credentialId, password);
    await write.handle(user, person.id, command(credentialId));
    await this.credentials.forgetOthers(person.id, credentialId);
    await this.writes.visible(call);
  }
}
