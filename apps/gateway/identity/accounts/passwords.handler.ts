import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { user } from '@dosar/domain/identity/user.decider';
import type { UserCommand, UserState } from '@dosar/domain/identity/user-state';
import type { Account, Call } from '../../platform/access/call';
import { Writes } from '../../platform/writes/writes';
import { wrongField } from '../../platform/http/problem';
import { Attempts } from '../sign-in/attempts';
import { Credentials } from './credentials';
import { Links, type OpenLink } from '../sign-in/links';

/** The password again, for what protects the account: who holds a session is not yet its owner. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly attempts: Attempts,
    private readonly credentials: Credentials,
  ) {}

  /** @throws Problem naming current_password when it is not the caller's. */
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

/** Whose password it is, and the field that it came in. */
type Choice = { readonly person: Account; readonly state: UserState; readonly field: string };
type NewPassword = (credentialId: string) => UserCommand;

/** Stores a password and hands in the command that names it. */
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

export class ChangePassword extends Command<void> {
  constructor(
    readonly current: string,
    readonly wanted: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly reauthentication: Reauthentication,
    private readonly passwords: NewPasswords,
  ) {}

  async execute({ current, wanted, call }: ChangePassword): Promise<void> {
    const state = await this.reauthentication.prove(call, current);
    if (current === wanted) throw wrongField('new_password', 'password_same');
    const { sessionId } = call.caller;
    const choice = { person: call.caller, state, field: 'new_password' };
    await this.passwords.choose(call, choice, wanted, (credentialId) => ({
      type: 'ChangePassword',
      data: { credentialId, sessionId, shownId: state.credentialId },
    }));
  }
}

/** Chooses a password with a link from a letter. */
export class ChooseWithLink extends Command<void> {
  constructor(
    readonly kind: 'reset' | 'invitation',
    readonly token: string,
    readonly password: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ChooseWithLink)
export class ChooseWithLinkHandler implements ICommandHandler<ChooseWithLink> {
  constructor(
    private readonly attempts: Attempts,
    private readonly links: Links,
    private readonly passwords: NewPasswords,
  ) {}

  async execute({ kind, token, password, call }: ChooseWithLink): Promise<void> {
    const link: OpenLink = await this.links.open(kind, token);
    const choice = { person: this.links.identify(call, link), state: link.state, field: 'password' };
    await this.passwords.choose(call, choice, password, (credentialId) => ({
      type: kind === 'reset' ? 'CompleteReset' : 'AcceptInvitation',
      data: { requestId: link.requestId, credentialId },
    }));
    if (link.state.email !== null) await this.attempts.forgetSignIns(link.state.email, call.ip);
  }
}
