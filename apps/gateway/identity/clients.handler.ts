import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { clientsApi, InputOf } from '@dosar/contracts';
import { client } from '@dosar/domain/identity/client.decider';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { Call } from '../platform/call';
import { Writes } from '../platform/writes';
import { INSTALLATION, type Installation } from '../platform/installation';
import type { Json } from '../platform/json';
import { notFound, Problem, wrongField } from '../platform/problem';
import { Cuis } from './cuis';
import { mustOwnNothing } from './in-use';

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
    private readonly writes: Writes,
    private readonly cuis: Cuis,
  ) {}

  async execute({ details, call }: RegisterClient): Promise<Json> {
    const { firm_id: firmId, cui } = details;
    if (!this.installation.access.firm(firmId)) throw wrongField('firm_id', 'unknown_id');
    const write = await this.writes.begin(call, details);
    const id = write.idFor('client');
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
    const done = await this.cuis.giving({ id, firmId }, { to: cui }, () =>
      write.handle(client, id, { type: 'RegisterClient', data }),
    );
    await this.writes.visible(call);
    return write.reply('client', clients, id, done);
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
    private readonly writes: Writes,
    private readonly cuis: Cuis,
  ) {}

  async execute({ id, changes, call }: ChangeClient): Promise<Json> {
    const { access } = this.installation;
    const found = access.clientFor(call.caller, id);
    if (!found) throw notFound();
    call.clients.add(id);
    const { firm_id, platitor_tva: platitorTva, company_email: companyEmail, ...same } = changes;
    if (firm_id !== undefined && firm_id !== found.firmId)
      throw new Problem('CONFLICT', new Map([['firm_id', { rule: 'firm_stays', values: {} }]]));
    if (same.quota !== undefined && access.scope(call.caller).firmId !== null) throw wrongField('quota', 'admin_only');
    const write = await this.writes.begin(call, { id, ...changes });
    const owner = { id, firmId: found.firmId };
    const from = await this.cuis.cuiOf(owner);
    const data = {
      ...same,
      ...(platitorTva !== undefined && { platitorTva }),
      ...(companyEmail !== undefined && { companyEmail }),
    };
    const done = await this.cuis.giving(owner, { from, to: same.cui }, () =>
      write.handle(client, id, { type: 'ChangeClient', data }),
    );
    await this.writes.visible(call);
    return write.reply('client', clients, id, done);
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
    private readonly writes: Writes,
    private readonly cuis: Cuis,
  ) {}

  async execute({ id, call }: DeleteClient): Promise<void> {
    const { access } = this.installation;
    const write = await this.writes.begin(call, { id });
    const found = access.client(id);
    if (!found) {
      // asked for again under its key it is done; else there is none
      await write.handle(client, id, { type: 'DeleteClient', data: {} });
      return;
    }
    mustOwnNothing({ users: access.usersOfClient(id).length });
    const owner = { id, firmId: found.firmId };
    const cui = await this.cuis.cuiOf(owner);
    await write.handle(client, id, { type: 'DeleteClient', data: {} });
    await this.cuis.free(owner, cui);
    await this.writes.visible(call);
  }
}
