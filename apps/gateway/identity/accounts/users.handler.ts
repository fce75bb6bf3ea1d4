import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { InputOf, Role, usersApi } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import { users } from '@dosar/domain/identity/users.projector';
import type { Call } from '../../platform/access/call';
import { named, type Json } from '../../platform/http/json';
import { taken } from '../../platform/http/problem';
import { Writes, type Write } from '../../platform/writes/writes';
import { Accounts, type Account, type Membership, type Wanted } from './accounts';
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

/** What tells two requests apart: a password is in no mark. */
const withoutPassword = <D extends { readonly password?: string | undefined }>({ password: _, ...rest }: D) => rest;

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    private readonly writes: Writes,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly presented: UserPresenter,
  ) {}

  async execute({ details, call }: RegisterUser): Promise<Json> {
    const write = await this.writes.begin(call, withoutPassword(details));
    await this.mustBeFit(details, write);
    const { userId, credentialId } = await this.reserved(write, details);
    const data = { ...registered(details, call), credentialId };
    await this.accounts.placing(details, userId, (place) =>
      write.handle(user, userId, { type: 'RegisterUser', data: { ...data, ...place } }),
    );
    return named('user', this.presented.asJson(await write.row(users, userId)));
  }

  /** @throws Problem when it can belong nowhere, or its password is easy to guess */
  private async mustBeFit(details: RegisterUser['details'], write: Write<Call>): Promise<void> {
    this.accounts.placeOf(details, write.idFor('user'));
    const { email, password } = details;
    // who installs Dosar chooses the first password in the surroundings, and may know no better
    if (password !== undefined && write.call.actor)
      await this.credentials.mustBeHardToGuess(password, email, 'password');
  }

  /** The e-mail, and the password where one is given, before the event that names them. @throws Problem when it is taken */
  private async reserved(write: Write, { email, password }: RegisterUser['details']) {
    const userId = write.idFor('user');
    if (!(await this.credentials.reserve(email, userId))) throw taken('email');
    if (password === undefined) return { userId, credentialId: null };
    const credentialId = write.idFor('credential');
    await this.credentials.store(userId, credentialId, password);
    return { userId, credentialId };
  }
}

const registered = ({ role, name, email, phone = null, language }: RegisterUser['details'], call: Call) => ({
  role,
  name,
  email,
  phone,
  language: language ?? call.language,
});

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
    private readonly writes: Writes,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly presented: UserPresenter,
  ) {}

  async execute({ id, changes, call }: ChangeUser): Promise<Json> {
    const before = this.accounts.must(id);
    const write = await this.writes.begin(call, { id, ...withoutPassword(changes) });
    await this.changePlaced(write, before, changes);
    return named('user', this.presented.asJson(await write.row(users, id)));
  }

  private async changePlaced(write: Write, before: Account, changes: ChangeUser['changes']): Promise<void> {
    const { id } = before;
    const isRemoved = (changes.role ?? before.role) !== 'admin' || changes.status === 'inactive';
    const wanted = wantedOf(before, changes);
    const change = (place: Partial<Membership>) =>
      this.accounts.keepingOne(id, isRemoved, (anotherStays) =>
        this.change(write, id, changes, { ...(changes.role && { role: changes.role }), ...place, anotherStays }),
      );
    await (wanted ? this.accounts.placing(wanted, id, change) : change({}));
  }

  private async change(
    write: Write,
    id: string,
    { email, password, name, phone, status, two_step }: ChangeUser['changes'],
    after: Partial<Membership & { readonly role: Role }> & { readonly anotherStays: boolean },
  ): Promise<void> {
    const credentialId = write.idFor('credential');
    const data = {
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(email !== undefined && { email }),
      ...(status !== undefined && { status }),
      ...(password !== undefined && { credentialId }),
      ...(two_step === false && { twoStepEnds: true }),
      ...after,
      assignments: this.accounts.assignments(id),
    };
    await this.credentials.changing(id, { email, password, credentialId }, () =>
      write.handle(user, id, { type: 'ChangeUser', data }),
    );
  }
}

/**
 * Where it is to belong after the change, null when that does not change: this gateway may not have heard yet that it did, and
 * a role that ended must not come back with another name. An account whose client is gone can be changed without choosing
 * another.
 */
const wantedOf = (before: Account, changes: ChangeUser['changes']): Wanted | null => {
  if ([changes.role, changes.firm_id, changes.client_id].every((each) => each === undefined)) return null;
  const role = changes.role ?? before.role;
  const isSame = role === before.role;
  const place = {
    role,
    firm_id: changes.firm_id ?? (isSame ? (before.firmId ?? undefined) : undefined),
    client_id: changes.client_id ?? (isSame ? before.clientIds[0] : undefined),
  };
  const isPlaced = !isSame || role === 'admin' || place.firm_id !== undefined || place.client_id !== undefined;
  return isPlaced ? place : null;
};

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
    private readonly writes: Writes,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
  ) {}

  async execute({ id, call }: DeleteUser): Promise<void> {
    const write = await this.writes.begin(call, { id });
    const { email } = await this.credentials.stateOf(id);
    // of one that is gone it is done when it was asked for under this key before, else refused
    await this.accounts.keepingOne(id, true, (anotherStays) =>
      write.handle(user, id, {
        type: 'DeleteUser',
        data: { assignments: this.accounts.assignments(id), anotherStays },
      }),
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
