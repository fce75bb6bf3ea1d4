import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { InputOf, Role, usersApi } from '@dosar/contracts';
import type { Done } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import type { UserCommand } from '@dosar/domain/identity/user-state';
import { users } from '@dosar/domain/identity/users.projector';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { named, type Json } from '../platform/json';
import { taken } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Writes } from '../platform/writes';
import { Accounts, type Account, type Place } from './accounts';
import { Credentials } from './credentials';
import { UserPresenter } from './user-presenter';

export class RegisterUser extends Command<Json> {
  constructor(
    readonly details: InputOf<typeof usersApi.create>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    private readonly writes: Writes,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly rows: Rows,
    private readonly presented: UserPresenter,
  ) {}

  async execute({ details, call }: RegisterUser): Promise<Json> {
    const place = this.accounts.placeOf(details);
    const { role, name, email, phone = null, password } = details;
    // who installs Dosar chooses the first password in the surroundings, and may know no better
    if (password !== undefined && call.actor) await this.credentials.mustBeHardToGuess(password, email, 'password');
    const write = await this.writes.begin(call, details);
    const userId = write.idFor('user');
    if (!(await this.credentials.reserve(email, userId))) throw taken('email');
    const credentialId = password === undefined ? null : write.idFor('credential');
    if (credentialId !== null) await this.credentials.store(userId, credentialId, password!);
    const language = details.language ?? call.language;
    const data = { role, ...place, name, email, phone, credentialId, language };
    const done = await write.handle(user, userId, { type: 'RegisterUser', data });
    await this.writes.visible(call);
    return named('user', this.presented.asJson(await this.rows.written(users, userId, done)));
  }
}

export class ChangeUser extends Command<Json> {
  constructor(
    readonly id: string,
    readonly changes: InputOf<typeof usersApi.change>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ChangeUser)
export class ChangeUserHandler implements ICommandHandler<ChangeUser> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly rows: Rows,
    private readonly presented: UserPresenter,
  ) {}

  async execute({ id, changes, call }: ChangeUser): Promise<Json> {
    const before = this.accounts.must(id);
    const role = changes.role ?? before.role;
    const isRemoved = role !== 'admin' || changes.status === 'inactive';
    const place = this.placeOf(before, role, changes);
    const done = await this.accounts.keepingOne(before, isRemoved, (anotherStays) =>
      this.change(before, { ...place, anotherStays }, changes, call),
    );
    await this.writes.visible(call);
    return named('user', this.presented.asJson(await this.rows.written(users, id, done)));
  }

  /**
   * Where it belongs after the change, if that changes: this gateway may not have heard yet that it did, and a role that
   * ended must not come back with another name. An account whose client is gone can be changed without choosing another.
   */
  private placeOf(before: Account, role: Role, changes: ChangeUser['changes']): Partial<Place & { role: Role }> {
    if ([changes.role, changes.firm_id, changes.client_id].every((each) => each === undefined)) return {};
    const isSame = role === before.role;
    const place = {
      role,
      firm_id: changes.firm_id ?? (isSame ? (before.firmId ?? undefined) : undefined),
      client_id: changes.client_id ?? (isSame ? before.clientIds[0] : undefined),
    };
    const isPlaced = !isSame || role === 'admin' || place.firm_id !== undefined || place.client_id !== undefined;
    return { ...(changes.role && { role }), ...(isPlaced && this.accounts.placeOf(place)) };
  }

  private async change(
    { id }: Account,
    after: Partial<Place & { readonly role: Role }> & { readonly anotherStays: boolean },
    changes: ChangeUser['changes'],
    call: Call,
  ): Promise<Done> {
    const { email, password, name, phone, status } = changes;
    const former = (await this.credentials.stateOf(id)).email;
    const write = await this.writes.begin(call, { id, ...changes });
    const credentialId = write.idFor('credential');
    if (password !== undefined) await this.credentials.mustBeHardToGuess(password, email ?? former, 'password');
    if (email !== undefined && !(await this.credentials.reserve(email, id))) throw taken('email');
    if (password !== undefined) await this.credentials.store(id, credentialId, password);
    const command: UserCommand = {
      type: 'ChangeUser',
      data: {
        ...(name !== undefined && { name }),
        ...(phone !== undefined && { phone }),
        ...(email !== undefined && { email }),
        ...(status !== undefined && { status }),
        ...(password !== undefined && { credentialId }),
        ...(changes.two_step === false && { twoStepEnds: true }),
        ...after,
        assignments: this.installation.access.assignments(id),
      },
    };
    const done = await write.handle(user, id, command);
    if (email !== undefined && former !== null && former !== email) await this.credentials.release(former, id);
    if (password !== undefined) await this.credentials.forgetOthers(id, credentialId);
    return done;
  }
}

export class DeleteUser extends Command<void> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(DeleteUser)
export class DeleteUserHandler implements ICommandHandler<DeleteUser> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
  ) {}

  async execute({ id, call }: DeleteUser): Promise<void> {
    const write = await this.writes.begin(call, { id });
    const before = this.installation.access.user(id);
    if (!before) {
      // asked for again under its key it is done; else there is nobody
      await write.handle(user, id, { type: 'DeleteUser', data: { assignments: [], anotherStays: false } });
      return;
    }
    const { email } = await this.credentials.stateOf(id);
    const assignments = this.installation.access.assignments(id);
    await this.accounts.keepingOne(before, true, (anotherStays) =>
      write.handle(user, id, { type: 'DeleteUser', data: { assignments, anotherStays } }),
    );
    await this.writes.visible(call);
    if (email !== null) await this.credentials.release(email, id);
    await this.credentials.forgetOthers(id, 'none');
  }
}

export class InviteUser extends Command<void> {
  constructor(
    readonly id: string,
    readonly language: InputOf<typeof usersApi.invite>['body']['language'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(InviteUser)
export class InviteUserHandler implements ICommandHandler<InviteUser> {
  constructor(
    private readonly writes: Writes,
    private readonly accounts: Accounts,
  ) {}

  async execute({ id, language = 'ro', call }: InviteUser): Promise<void> {
    this.accounts.must(id);
    await this.writes.once(call).handle(user, id, { type: 'InviteUser', data: { language } });
    await this.writes.visible(call);
  }
}
