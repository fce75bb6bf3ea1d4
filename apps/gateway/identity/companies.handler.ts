import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { clientsApi, firmsApi, InputOf } from '@dosar/contracts';
import { client } from '@dosar/domain/identity/client.decider';
import { clients } from '@dosar/domain/identity/clients.projector';
import { firm } from '@dosar/domain/identity/firm.decider';
import { firms } from '@dosar/domain/identity/firms.projector';
import { clientCui, firmCui } from '@dosar/domain/identity/unique.events';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import { named, type Json } from '../platform/json';
import { wrongField } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Claims } from './claims';

export class RegisterFirm extends Command<Json> {
  constructor(
    readonly details: InputOf<typeof firmsApi.create>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(RegisterFirm)
export class RegisterFirmHandler implements ICommandHandler<RegisterFirm> {
  constructor(
    private readonly commands: Commands,
    private readonly claims: Claims,
    private readonly rows: Rows,
  ) {}

  async execute({ details, call }: RegisterFirm): Promise<Json> {
    const asked = await this.commands.asked(call, details);
    const firmId = asked.idFor('firm');
    const tenant = { firmId, clientId: null };
    const { name, cui, address = null, phone = null, email = null, accountant_scope } = details;
    await this.claims.claim(firmCui(cui), { type: 'firm', id: firmId }, call, tenant, asked, 'cui');
    const data = { name, cui, address, phone, email, accountantScope: accountant_scope };
    const done = await this.commands.submit(firm, firmId, { type: 'RegisterFirm', data }, call, tenant, asked);
    await this.commands.visible(call);
    return named('firm', await this.rows.written(firms, firmId, done));
  }
}

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
    private readonly claims: Claims,
    private readonly rows: Rows,
  ) {}

  async execute({ details, call }: RegisterClient): Promise<Json> {
    const { firm_id: firmId, cui } = details;
    if (!this.installation.access.firm(firmId)) throw wrongField('firm_id', 'unknown_id');
    const asked = await this.commands.asked(call, details);
    const clientId = asked.idFor('client');
    const tenant = { firmId, clientId };
    await this.claims.claim(clientCui(firmId, cui), { type: 'client', id: clientId }, call, tenant, asked, 'cui');
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
    const done = await this.commands.submit(client, clientId, { type: 'RegisterClient', data }, call, tenant, asked);
    await this.commands.visible(call);
    return named('client', await this.rows.written(clients, clientId, done));
  }
}
