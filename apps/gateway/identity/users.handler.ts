import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { InputOf, Role, usersApi } from '@dosar/contracts';
import { askedOnce, Unavailable, type Asked, type Done, type Tenant } from '@dosar/kernel';
import type { AccessOf } from '@dosar/domain/identity/access.projector';
import { client } from '@dosar/domain/identity/client.decider';
import { ADMINISTRATORS } from '@dosar/domain/identity/unique.events';
import { isAdministrator, user, type UserCommand } from '@dosar/domain/identity/user.decider';
import { users } from '@dosar/domain/identity/users.projector';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import { named, type Json } from '../platform/json';
import { notFound, Problem, taken, wrongField } from '../platform/problem';
import { Rows } from '../platform/rows';
import { ACCESS_MEMORY } from '../platform/views';
import { Claims } from './claims';
import { Credentials } from './credentials';
import { Presented } from './presented';

type Account = AccessOf<'user'>;
/** Where an account belongs, by its role. */
type Place = { readonly role: Role; readonly firm_id?: string | undefined; readonly client_id?: string | undefined };

/** What all changes of accounts have in common. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly claims: Claims,
  ) {}

  /** @throws Problem NOT_FOUND */
  must(id: string): Account {
    const found = this.installation.access.user(id);
    if (!found) throw notFound();
    return found;
  }

  /** The tenant of an account of that role. @throws Problem when what is given does not go with it, or is unknown. */
  tenantOf({ role, firm_id, client_id }: Place): Tenant {
    const { access } = this.installation;
    if (firm_id !== undefined && role !== 'accountant') throw wrongField('firm_id', 'other_role');
    if (client_id !== undefined && role !== 'user') throw wrongField('client_id', 'other_role');
    if (role === 'accountant') {
      if (firm_id === undefined) throw wrongField('firm_id', 'required');
      if (!access.firm(firm_id)) throw wrongField('firm_id', 'unknown_id');
      return { firmId: firm_id, clientId: null };
    }
    if (role === 'admin') return { firmId: null, clientId: null };
    if (client_id === undefined) throw wrongField('client_id', 'required');
    if (!access.client(client_id)) throw wrongField('client_id', 'unknown_id');
    return this.commands.tenantOfClient(client_id);
  }

  /** The clients that an accountant is assigned to. */
  assignedTo(id: string): string[] {
    const { access } = this.installation;
    return access.all('client', ({ accountants }) => accountants.includes(id)).map((each) => each.id);
  }

  /**
   * What may take an administrator away: of two who remove each other, one stays, at however many gateways they do it.
   * @throws Problem LAST_ADMINISTRATOR
   */
  async keepingOne<T>(
    { id }: Account,
    isRemoved: boolean,
    call: Call,
    work: (anotherStays: boolean) => Promise<T>,
  ): Promise<T> {
    const { access, views } = this.installation;
    const before = access.user(id);
    if (!isRemoved || !before || !isAdministrator(before)) return work(false);
    return this.claims.holding(ADMINISTRATORS, call, async (since) => {
      if (!(await views.reach([ACCESS_MEMORY], since))) throw new Unavailable('the log is out of reach');
      const others = access.all('user', (each) => isAdministrator(each) && each.id !== id);
      if (others.length === 0) throw new Problem('LAST_ADMINISTRATOR');
      return work(true);
    });
  }
}

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
    private readonly commands: Commands,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly rows: Rows,
    private readonly presented: Presented,
  ) {}

  async execute({ details, call }: RegisterUser): Promise<Json> {
    const tenant = this.accounts.tenantOf(details);
    const { role, name, email, phone = null, password } = details;
    // who installs Dosar chooses the first password in the surroundings, and may know no better
    if (password !== undefined && call.actor) await this.credentials.mustBeHardToGuess(password, email, 'password');
    const asked = await this.commands.asked(call, details);
    const userId = asked.idFor('user');
    if (!(await this.credentials.reserve(email, userId))) throw taken('email');
    const credentialId = password === undefined ? null : asked.idFor('credential');
    if (credentialId !== null) await this.credentials.store(userId, credentialId, password!);
    const firmId = role === 'accountant' ? tenant.firmId : null;
    const language = details.language ?? call.language;
    const data = { role, firmId, name, email, phone, credentialId, language };
    const done = await this.commands.submit(user, userId, { type: 'RegisterUser', data }, call, tenant, asked);
    await this.commands.visible(call);
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
    private readonly commands: Commands,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly rows: Rows,
    private readonly presented: Presented,
  ) {}

  async execute({ id, changes, call }: ChangeUser): Promise<Json> {
    const before = this.accounts.must(id);
    const role = changes.role ?? before.role;
    const isSame = role === before.role;
    const place = {
      role,
      firm_id: changes.firm_id ?? (isSame ? (before.firmId ?? undefined) : undefined),
      client_id: changes.client_id ?? (isSame ? (before.clientId ?? undefined) : undefined),
    };
    // an account whose client is gone can be changed without choosing another
    const isPlaced = !isSame || role === 'admin' || place.firm_id !== undefined || place.client_id !== undefined;
    const tenant = isPlaced ? this.accounts.tenantOf(place) : this.commands.tenantOf(before);
    const isRemoved = role !== 'admin' || changes.status === 'inactive';
    const done = await this.accounts.keepingOne(before, isRemoved, call, (anotherStays) =>
      this.change(before, role, tenant, anotherStays, changes, call),
    );
    await this.commands.visible(call);
    return named('user', this.presented.asJson(await this.rows.written(users, id, done)));
  }

  private async change(
    before: Account,
    role: Role,
    tenant: Tenant,
    anotherStays: boolean,
    changes: ChangeUser['changes'],
    call: Call,
  ): Promise<Done> {
    const { id } = before;
    const { email, password, name, phone, status } = changes;
    const former = (await this.credentials.stateOf(id)).email;
    const asked = await this.commands.asked(call, { id, ...changes });
    const credentialId = asked.idFor('credential');
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
        role,
        firmId: role === 'accountant' ? tenant.firmId : null,
        clientIds: this.accounts.assignedTo(id),
        anotherStays,
      },
    };
    const done = await this.commands.submit(user, id, command, call, this.commands.tenantOf(before), asked);
    if (email !== undefined && former !== null && former !== email) await this.credentials.release(former, id);
    if (password !== undefined) await this.credentials.forgetOthers(id, credentialId);
    return (await this.belong(before, role === 'user' ? tenant.clientId : null, call, asked)) ?? done;
  }

  /** Membership is the clients' to say: out of the one, and into the other. */
  private async belong(before: Account, clientId: string | null, call: Call, asked: Asked): Promise<Done | null> {
    if (before.clientId === clientId) return null;
    const data = { userId: before.id };
    let done: Done | null = null;
    const say = (id: string, type: 'UnlinkUser' | 'LinkUser') =>
      this.commands.submit(client, id, { type, data }, call, this.commands.tenantOfClient(id), asked.part(type));
    if (before.clientId !== null) done = await say(before.clientId, 'UnlinkUser');
    if (clientId !== null) done = await say(clientId, 'LinkUser');
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
    private readonly commands: Commands,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
  ) {}

  async execute({ id, call }: DeleteUser): Promise<void> {
    const before = this.accounts.must(id);
    const { email } = await this.credentials.stateOf(id);
    const asked = await this.commands.asked(call, { id });
    await this.accounts.keepingOne(before, true, call, (anotherStays) => {
      const command = { type: 'DeleteUser', data: { clientIds: this.accounts.assignedTo(id), anotherStays } } as const;
      return this.commands.submit(user, id, command, call, this.commands.tenantOf(before), asked);
    });
    await this.commands.visible(call);
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
    private readonly commands: Commands,
    private readonly accounts: Accounts,
  ) {}

  async execute({ id, language = 'ro', call }: InviteUser): Promise<void> {
    const tenant = this.commands.tenantOf(this.accounts.must(id));
    const command = { type: 'InviteUser', data: { language } } as const;
    await this.commands.submit(user, id, command, call, tenant, askedOnce());
    await this.commands.visible(call);
  }
}
