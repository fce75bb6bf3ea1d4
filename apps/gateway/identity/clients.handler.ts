import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { clientsApi, InputOf } from '@dosar/contracts';
import { client } from '@dosar/domain/identity/client.decider';
import { clients } from '@dosar/domain/identity/clients.projector';
import { clientCui } from '@dosar/domain/identity/unique.events';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import { named, type Json } from '../platform/json';
import { notFound, Problem, wrongField } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Cuis } from './cuis';
import { mustOwnNothing } from './in-use';

/** A client's cui is its own within its firm. */
const cuiOf = (id: string, firmId: string, call: Call) => ({
  owner: { type: 'client', id } as const,
  claimOf: (cui: string) => clientCui(firmId, cui),
  call,
  tenant: { firmId, clientId: id },
});

export class RegisterClient extends Command<Json> {
  constructor(
    readonly details: InputOf<typeof clientsApi.create>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(RegisterClient)
export class RegisterClientHandler implements ICommandHandler<RegisterClient> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly cuis: Cuis,
    private readonly rows: Rows,
  ) {}

  async execute({ details, call }: RegisterClient): Promise<Json> {
    const { firm_id: firmId, cui } = details;
    if (!this.installation.access.firm(firmId)) throw wrongField('firm_id', 'unknown_id');
    const asked = await this.commands.asked(call, details);
    const id = asked.idFor('client');
    const data = {
      firmId,
      cui,
      societate: details.societate,
      registrulComertului: details.registrulComertului ?? null,
      dataInregistrarii: details.dataInregistrarii ?? null,
      impozit: details.impozit,
      platitorTva: details.platitor_tva,
      reprezentant: details.reprezentant ?? null,
      phone: details.phone ?? null,
      email: details.email ?? null,
      companyEmail: details.company_email ?? null,
      address: details.address ?? null,
      quota: details.quota,
    };
    const done = await this.cuis.giving(cuiOf(id, firmId, call), undefined, cui, asked, () =>
      this.commands.submit(client, id, { type: 'RegisterClient', data }, call, { firmId, clientId: id }, asked),
    );
    await this.commands.visible(call);
    return named('client', await this.rows.written(clients, id, done));
  }
}

export class ChangeClient extends Command<Json> {
  constructor(
    readonly id: string,
    readonly changes: InputOf<typeof clientsApi.change>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ChangeClient)
export class ChangeClientHandler implements ICommandHandler<ChangeClient> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly cuis: Cuis,
    private readonly rows: Rows,
  ) {}

  async execute({ id, changes, call }: ChangeClient): Promise<Json> {
    const { access, desk } = this.installation;
    const found = access.clientFor(call.caller, id);
    if (!found) throw notFound();
    const { firm_id, platitor_tva: platitorTva, company_email: companyEmail, ...same } = changes;
    if (firm_id !== undefined && firm_id !== found.firmId)
      throw new Problem('CONFLICT', new Map([['firm_id', { rule: 'firm_stays', values: {} }]]));
    if (same.quota !== undefined && access.scope(call.caller).firmId !== null) throw wrongField('quota', 'admin_only');
    const asked = await this.commands.asked(call, { id, ...changes });
    const tenant = { firmId: found.firmId, clientId: id };
    const former = (await desk.state(client, id)).details?.cui;
    const data = {
      ...same,
      ...(platitorTva !== undefined && { platitorTva }),
      ...(companyEmail !== undefined && { companyEmail }),
    };
    const done = await this.cuis.giving(cuiOf(id, found.firmId, call), former, same.cui, asked, () =>
      this.commands.submit(client, id, { type: 'ChangeClient', data }, call, tenant, asked),
    );
    await this.commands.visible(call);
    return named('client', await this.rows.written(clients, id, done));
  }
}

export class DeleteClient extends Command<void> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(DeleteClient)
export class DeleteClientHandler implements ICommandHandler<DeleteClient> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly cuis: Cuis,
  ) {}

  async execute({ id, call }: DeleteClient): Promise<void> {
    const { access, desk } = this.installation;
    const found = access.client(id);
    if (!found) throw notFound();
    mustOwnNothing({ users: access.all('user', ({ clientId }) => clientId === id).length });
    const asked = await this.commands.asked(call, { id });
    const tenant = { firmId: found.firmId, clientId: id };
    const { details } = await desk.state(client, id);
    await this.commands.submit(client, id, { type: 'DeleteClient', data: {} }, call, tenant, asked);
    await this.cuis.free(cuiOf(id, found.firmId, call), details?.cui);
    await this.commands.visible(call);
  }
}
