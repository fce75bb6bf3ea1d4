import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { holdsLocalPart, type InputOf, type usersApi } from '@dosar/contracts';
import type { Tenant } from '@dosar/kernel';
import { user } from '@dosar/domain/identity/user.decider';
import { users } from '@dosar/domain/identity/users.projector';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import { named, type Json } from '../platform/json';
import { Problem, wrongField } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Credentials } from './credentials';

type Details = InputOf<typeof usersApi.create>['body'];

export class RegisterUser extends Command<Json> {
  constructor(
    readonly details: Details,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly credentials: Credentials,
    private readonly rows: Rows,
  ) {}

  async execute({ details, call }: RegisterUser): Promise<Json> {
    const tenant = this.tenantOf(details);
    const { role, name, email, phone = null, password } = details;
    if (password === undefined) throw wrongField('password', 'required');
    // who installs Dosar chooses the first password in the surroundings, and may know no better
    if (call.actor && holdsLocalPart(password, email)) throw wrongField('password', 'password_email');

    const asked = await this.commands.asked(call, details);
    const userId = asked.idFor('user');
    const credentialId = asked.idFor('credential');
    if (!(await this.credentials.reserve(email, userId))) throw new Problem('ALREADY_EXISTS', taken('email'));
    await this.credentials.store(userId, credentialId, password);
    const firmId = role === 'accountant' ? tenant.firmId : null;
    const command = { type: 'RegisterUser', data: { role, firmId, name, email, phone, credentialId } } as const;
    const done = await this.commands.submit(user, userId, command, call, tenant, asked);
    await this.commands.visible(call);
    return named('user', await this.rows.written(users, userId, done));
  }

  /** Where a user of that role belongs. @throws Problem when what is given does not go with the role, or is unknown. */
  private tenantOf({ role, firm_id, client_id }: Details): Tenant {
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
}

export const taken = (field: string) => new Map([[field, { rule: 'taken', values: {} }]]);
