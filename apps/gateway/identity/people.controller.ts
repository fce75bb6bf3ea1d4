import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { clientsApi, firmsApi, usersApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../platform/call';
import { Endpoint, From, Input } from '../platform/endpoint';
import { RegisterClient, RegisterFirm } from './companies.handler';
import { GetClient, GetFirm, ListClients, ListFirms } from './companies.query';
import { GetUser, ListUsers } from './people.query';
import { RegisterUser } from './users.handler';

@Controller()
export class PeopleController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(usersApi.list)
  listUsers(@Input(usersApi.list) { query }: InputOf<typeof usersApi.list>, @From() call: Call) {
    return this.queries.execute(new ListUsers(query, call));
  }

  @Endpoint(usersApi.get)
  getUser(@Input(usersApi.get) { params }: InputOf<typeof usersApi.get>, @From() call: Call) {
    return this.queries.execute(new GetUser(params.id, call));
  }

  @Endpoint(usersApi.create)
  createUser(@Input(usersApi.create) { body }: InputOf<typeof usersApi.create>, @From() call: Call) {
    return this.commands.execute(new RegisterUser(body, call));
  }

  @Endpoint(firmsApi.list)
  listFirms(@Input(firmsApi.list) { query }: InputOf<typeof firmsApi.list>, @From() call: Call) {
    return this.queries.execute(new ListFirms(query, call));
  }

  @Endpoint(firmsApi.get)
  getFirm(@Input(firmsApi.get) { params }: InputOf<typeof firmsApi.get>, @From() call: Call) {
    return this.queries.execute(new GetFirm(params.id, call));
  }

  @Endpoint(firmsApi.create)
  createFirm(@Input(firmsApi.create) { body }: InputOf<typeof firmsApi.create>, @From() call: Call) {
    return this.commands.execute(new RegisterFirm(body, call));
  }

  @Endpoint(clientsApi.list)
  listClients(@Input(clientsApi.list) { query }: InputOf<typeof clientsApi.list>, @From() call: Call) {
    return this.queries.execute(new ListClients(query, call));
  }

  @Endpoint(clientsApi.get)
  getClient(@Input(clientsApi.get) { params }: InputOf<typeof clientsApi.get>, @From() call: Call) {
    return this.queries.execute(new GetClient(params.id, call));
  }

  @Endpoint(clientsApi.create)
  createClient(@Input(clientsApi.create) { body }: InputOf<typeof clientsApi.create>, @From() call: Call) {
    return this.commands.execute(new RegisterClient(body, call));
  }
}
