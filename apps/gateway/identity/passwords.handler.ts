import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { askedOnce } from '@dosar/kernel';
import { user, type UserCommand, type UserState } from '@dosar/domain/identity/user.decider';
import type { Call, Person } from '../platform/call';
import { Commands } from '../platform/commands';
import { wrongField } from '../platform/problem';
import { Attempts } from './attempts';
import { Credentials } from './credentials';
import { Links, type OpenLink } from './links';

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
    await this.attempts.admit(email, ip);
    if (await this.credentials.matches(caller.id, state, password)) return state;
    await this.attempts.failed(email, ip);
    throw wrongField('current_password', 'password_wrong');
  }
}

/** Stores a password and hands in the command that names it. */
@Injectable()
export class NewPasswords {
  constructor(
    private readonly credentials: Credentials,
    private readonly commands: Commands,
  ) {}

  async choose(
    call: Call,
    person: Person,
    state: UserState,
    password: string,
    field: string,
    command: (credentialId: string) => UserCommand,
  ): Promise<void> {
    await this.credentials.mustBeHardToGuess(password, state.email, field);
    const asked = askedOnce();
    const credentialId = asked.idFor('credential');
    await this.credentials.store(person.id, credentialId, password);
    await this.commands.submit(user, person.id, command(credentialId), call, this.commands.tenantOf(person), asked);
    await this.credentials.forgetOthers(person.id, credentialId);
    await this.commands.visible(call);
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
    await this.passwords.choose(call, call.caller, state, wanted, 'new_password', (credentialId) => ({
      type: 'ChangePassword',
      data: { credentialId, sessionId },
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
    private readonly links: Links,
    private readonly passwords: NewPasswords,
  ) {}

  async execute({ kind, token, password, call }: ChooseWithLink): Promise<void> {
    const link: OpenLink = await this.links.open(kind, token);
    const person = this.links.identify(call, link);
    await this.passwords.choose(call, person, link.state, password, 'password', (credentialId) => ({
      type: kind === 'reset' ? 'CompleteReset' : 'AcceptInvitation',
      data: { requestId: link.requestId, credentialId },
    }));
  }
}
