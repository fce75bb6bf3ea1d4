import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { clientsApi, firmsApi, settingsApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { Endpoint, From, Input } from '../../platform/http/endpoint';
import { AssignAccountants, UnassignAccountant } from './assignments.handler';
import { ChangeClient, DeleteClient, RegisterClient } from './clients.handler';
import { GetClient, GetFirm, ListAccountants, ListClients, ListFirms } from './companies.query';
import { ChangeFirm, DeleteFirm, RegisterFirm } from './firms.handler';
import { LookUpCompany } from './look-up.query';
import { ChangeSettings, GetSettings } from './settings.handler';

/** Firms, their clients, and what is set for all of them. */
@Controller()
export class CompaniesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(firmsApi.list)
  listFirms(@Input() { query }: InputOf<typeof firmsApi.list>, @From() call: Call) {
    return this.queries.execute(new ListFirms(query, call));
  }

  @Endpoint(firmsApi.get)
  getFirm(@Input() { params }: InputOf<typeof firmsApi.get>, @From() call: Call) {
    return this.queries.execute(new GetFirm(params.id, call));
  }

  @Endpoint(firmsApi.create)
  createFirm(@Input() { body }: InputOf<typeof firmsApi.create>, @From() call: Call) {
    return this.commands.execute(new RegisterFirm(body, call));
  }

  @Endpoint(firmsApi.change)
  changeFirm(@Input() { params, body }: InputOf<typeof firmsApi.change>, @From() call: Call) {
    return this.commands.execute(new ChangeFirm(params.id, body, call));
  }

  @Endpoint(firmsApi.delete)
  deleteFirm(@Input() { params }: InputOf<typeof firmsApi.delete>, @From() call: Call) {
    return this.commands.execute(new DeleteFirm(params.id, call));
  }

  @Endpoint(clientsApi.list)
  listClients(@Input() { query }: InputOf<typeof clientsApi.list>, @From() call: Call) {
    return this.queries.execute(new ListClients(query, call));
  }

  @Endpoint(clientsApi.get)
  getClient(@Input() { params }: InputOf<typeof clientsApi.get>, @From() call: Call) {
    return this.queries.execute(new GetClient(params.id, call));
  }

  @Endpoint(clientsApi.create)
  createClient(@Input() { body }: InputOf<typeof clientsApi.create>, @From() call: Call) {
    return this.commands.execute(new RegisterClient(body, call));
  }

  @Endpoint(clientsApi.change)
  changeClient(@Input() { params, body }: InputOf<typeof clientsApi.change>, @From() call: Call) {
    return this.commands.execute(new ChangeClient(params.id, body, call));
  }

  @Endpoint(clientsApi.delete)
  deleteClient(@Input() { params }: InputOf<typeof clientsApi.delete>, @From() call: Call) {
    return this.commands.execute(new DeleteClient(params.id, call));
  }

  @Endpoint(clientsApi.accountants)
  listAccountants(@Input() { params }: InputOf<typeof clientsApi.accountants>, @From() call: Call) {
    return this.queries.execute(new ListAccountants({ clientId: params.id }, call));
  }

  @Endpoint(clientsApi.assign)
  assignAccountants(@Input() { params, body }: InputOf<typeof clientsApi.assign>, @From() call: Call) {
    return this.commands.execute(new AssignAccountants({ clientId: params.id }, body.accountant_ids, call));
  }

  @Endpoint(clientsApi.unassign)
  unassignAccountant(@Input() { params }: InputOf<typeof clientsApi.unassign>, @From() call: Call) {
    return this.commands.execute(new UnassignAccountant({ clientId: params.id }, params.accountantId, call));
  }

  @Endpoint(clientsApi.lookUp)
  lookUpCompany(@Input() { params }: InputOf<typeof clientsApi.lookUp>, @From() call: Call) {
    return this.queries.execute(new LookUpCompany(params.cui, call));
  }

  @Endpoint(settingsApi.get)
  getSettings(@From() call: Call) {
    return this.queries.execute(new GetSettings(call));
  }

  @Endpoint(settingsApi.change)
  changeSettings(@Input() { body }: InputOf<typeof settingsApi.change>, @From() call: Call) {
    return this.commands.execute(new ChangeSettings(body, call));
  }
}
