import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { usersApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { Endpoint, From, Input } from '../../platform/http/endpoint';
import { AssignAccountants, UnassignAccountant } from '../companies/assignments.handler';
import { ListAccountants } from '../companies/companies.query';
import { GetUser, ListPeople, ListUsers, ListUsersOfAccountant } from './people.query';
import { ChangeUser, DeleteUser, InviteUser, RegisterUser } from './users.handler';

/** Accounts, and who has to do with whom. */
@Controller()
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(usersApi.list)
  listUsers(@Input() { query }: InputOf<typeof usersApi.list>, @From() call: Call) {
    return this.queries.execute(new ListUsers(query, call));
  }

  @Endpoint(usersApi.get)
  getUser(@Input() { params }: InputOf<typeof usersApi.get>, @From() call: Call) {
    return this.queries.execute(new GetUser(params.id, call));
  }

  @Endpoint(usersApi.create)
  createUser(@Input() { body }: InputOf<typeof usersApi.create>, @From() call: Call) {
    return this.commands.execute(new RegisterUser(body, call));
  }

  @Endpoint(usersApi.change)
  changeUser(@Input() { params, body }: InputOf<typeof usersApi.change>, @From() call: Call) {
    return this.commands.execute(new ChangeUser(params.id, body, call));
  }

  @Endpoint(usersApi.delete)
  deleteUser(@Input() { params }: InputOf<typeof usersApi.delete>, @From() call: Call) {
    return this.commands.execute(new DeleteUser(params.id, call));
  }

  @Endpoint(usersApi.invite)
  inviteUser(@Input() { params, body }: InputOf<typeof usersApi.invite>, @From() call: Call) {
    return this.commands.execute(new InviteUser(params.id, body.language, call));
  }

  @Endpoint(usersApi.accountants)
  listAccountants(@Input() { params }: InputOf<typeof usersApi.accountants>, @From() call: Call) {
    return this.queries.execute(new ListAccountants({ userId: params.id }, call));
  }

  @Endpoint(usersApi.assign)
  assignAccountants(@Input() { params, body }: InputOf<typeof usersApi.assign>, @From() call: Call) {
    return this.commands.execute(new AssignAccountants({ userId: params.id }, body.accountant_ids, call));
  }

  @Endpoint(usersApi.unassign)
  unassignAccountant(@Input() { params }: InputOf<typeof usersApi.unassign>, @From() call: Call) {
    return this.commands.execute(new UnassignAccountant({ userId: params.id }, params.accountantId, call));
  }

  @Endpoint(usersApi.ofAccountant)
  listUsersOfAccountant(@Input() { params, query }: InputOf<typeof usersApi.ofAccountant>, @From() call: Call) {
    return this.queries.execute(new ListUsersOfAccountant(params.id, query, call));
  }

  @Endpoint(usersApi.people)
  listPeople(@Input() { query }: InputOf<typeof usersApi.people>, @From() call: Call) {
    return this.queries.execute(new ListPeople(query, call));
  }
}
