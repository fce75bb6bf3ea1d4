import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { hasCuiCheckDigit, type clientsApi, type firmsApi, type InputOf } from '@dosar/contracts';
import { client } from '@dosar/domain/identity/client.decider';
import { clients } from '@dosar/domain/identity/clients.projector';
import { firm } from '@dosar/domain/identity/firm.decider';
import { firms } from '@dosar/domain/identity/firms.projector';
import { clientCui, firmCui } from '@dosar/domain/identity/unique.events';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import { named, type Json } from '../platform/json';
import { notFound, Problem, wrongField } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Claims } from './claims';

/** How much the check digit of a cui counts is the administrator's to say. */
@Injectable()
export class Cuis {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** @throws Problem naming the cui, when its check digit is wrong and must be right. */
  check(cui: string | undefined): void {
    const { cui_check } = this.installation.access.settings();
    if (cui !== undefined && cui_check === 'enforce' && !hasCuiCheckDigit(cui)) throw wrongField('cui', 'cui_check');
  }
}

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
    private readonly cuis: Cuis,
    private readonly rows: Rows,
  ) {}

  async execute({ details, call }: RegisterFirm): Promise<Json> {
    this.cuis.check(details.cui);
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
    private readonly cuis: Cuis,
    private readonly rows: Rows,
  ) {}

  async execute({ details, call }: RegisterClient): Promise<Json> {
    const { firm_id: firmId, cui } = details;
    if (!this.installation.access.firm(firmId)) throw wrongField('firm_id', 'unknown_id');
    this.cuis.check(cui);
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

export class ChangeFirm extends Command<Json> {
  constructor(
    readonly id: string,
    readonly changes: InputOf<typeof firmsApi.change>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ChangeFirm)
export class ChangeFirmHandler implements ICommandHandler<ChangeFirm> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly claims: Claims,
    private readonly cuis: Cuis,
    private readonly rows: Rows,
  ) {}

  async execute({ id, changes, call }: ChangeFirm): Promise<Json> {
    const { access, desk } = this.installation;
    if (!access.firm(id)) throw notFound();
    const { accountant_scope: accountantScope, ...same } = changes;
    const asked = await this.commands.asked(call, { id, ...changes });
    const tenant = { firmId: id, clientId: null };
    const owner = { type: 'firm', id } as const;
    const former = (await desk.state(firm, id)).details?.cui;
    const isOther = same.cui !== undefined && same.cui !== former;
    if (isOther) {
      this.cuis.check(same.cui);
      await this.claims.claim(firmCui(same.cui!), owner, call, tenant, asked, 'cui');
    }
    const data = { ...same, ...(accountantScope && { accountantScope }) };
    const done = await this.commands.submit(firm, id, { type: 'ChangeFirm', data }, call, tenant, asked);
    if (isOther && former !== undefined) await this.claims.release(firmCui(former), owner, call, tenant);
    await this.commands.visible(call);
    return named('firm', await this.rows.written(firms, id, done));
  }
}

export class DeleteFirm extends Command<void> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(DeleteFirm)
export class DeleteFirmHandler implements ICommandHandler<DeleteFirm> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly claims: Claims,
  ) {}

  async execute({ id, call }: DeleteFirm): Promise<void> {
    const { access, desk } = this.installation;
    if (!access.firm(id)) throw notFound();
    mustOwnNothing({
      clients: access.all('client', ({ firmId }) => firmId === id).length,
      accountants: access.all('user', ({ firmId }) => firmId === id).length,
    });
    const asked = await this.commands.asked(call, { id });
    const tenant = { firmId: id, clientId: null };
    const cui = (await desk.state(firm, id)).details?.cui;
    await this.commands.submit(firm, id, { type: 'DeleteFirm', data: {} }, call, tenant, asked);
    if (cui !== undefined) await this.claims.release(firmCui(cui), { type: 'firm', id }, call, tenant);
    await this.commands.visible(call);
  }
}

/** @throws Problem STILL_IN_USE that says of what there is how much. */
const mustOwnNothing = (owned: Readonly<Record<string, number>>): void => {
  const still = Object.entries(owned).filter(([, count]) => count > 0);
  if (still.length > 0)
    throw new Problem(
      'STILL_IN_USE',
      new Map(still.map(([what, count]) => [what, { rule: `still_${what}`, values: { count } }])),
    );
};

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
    private readonly claims: Claims,
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
    const owner = { type: 'client', id } as const;
    const former = (await desk.state(client, id)).details?.cui;
    const isOther = same.cui !== undefined && same.cui !== former;
    if (isOther) {
      this.cuis.check(same.cui);
      await this.claims.claim(clientCui(found.firmId, same.cui!), owner, call, tenant, asked, 'cui');
    }
    const data = {
      ...same,
      ...(platitorTva !== undefined && { platitorTva }),
      ...(companyEmail !== undefined && { companyEmail }),
    };
    const done = await this.commands.submit(client, id, { type: 'ChangeClient', data }, call, tenant, asked);
    if (isOther && former !== undefined)
      await this.claims.release(clientCui(found.firmId, former), owner, call, tenant);
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
    private readonly claims: Claims,
  ) {}

  async execute({ id, call }: DeleteClient): Promise<void> {
    const { access, desk } = this.installation;
    const found = access.client(id);
    if (!found) throw notFound();
    mustOwnNothing({ users: access.all('user', ({ clientId }) => clientId === id).length });
    const asked = await this.commands.asked(call, { id });
    const tenant = { firmId: found.firmId, clientId: id };
    const cui = (await desk.state(client, id)).details?.cui;
    await this.commands.submit(client, id, { type: 'DeleteClient', data: {} }, call, tenant, asked);
    if (cui !== undefined)
      await this.claims.release(clientCui(found.firmId, cui), { type: 'client', id }, call, tenant);
    await this.commands.visible(call);
  }
}
