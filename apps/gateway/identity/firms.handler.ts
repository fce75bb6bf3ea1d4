import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { firmsApi, InputOf } from '@dosar/contracts';
import { firm } from '@dosar/domain/identity/firm.decider';
import { firms } from '@dosar/domain/identity/firms.projector';
import { firmCui } from '@dosar/domain/identity/unique.events';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import { named, type Json } from '../platform/json';
import { notFound } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Cuis } from './cuis';
import { mustOwnNothing } from './in-use';

/** A firm's cui is its own in the whole installation. */
const cuiOf = (id: string, call: Call) => ({
  owner: { type: 'firm', id } as const,
  claimOf: firmCui,
  call,
  tenant: tenantOf(id),
});
const tenantOf = (firmId: string) => ({ firmId, clientId: null });

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
    private readonly cuis: Cuis,
    private readonly rows: Rows,
  ) {}

  async execute({ details, call }: RegisterFirm): Promise<Json> {
    const asked = await this.commands.asked(call, details);
    const id = asked.idFor('firm');
    const { name, cui, address = null, phone = null, email = null, accountant_scope } = details;
    const data = { name, cui, address, phone, email, accountantScope: accountant_scope };
    const done = await this.cuis.giving(cuiOf(id, call), undefined, cui, asked, () =>
      this.commands.submit(firm, id, { type: 'RegisterFirm', data }, call, tenantOf(id), asked),
    );
    await this.commands.visible(call);
    return named('firm', await this.rows.written(firms, id, done));
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
    private readonly cuis: Cuis,
    private readonly rows: Rows,
  ) {}

  async execute({ id, changes, call }: ChangeFirm): Promise<Json> {
    const { access, desk } = this.installation;
    if (!access.firm(id)) throw notFound();
    const { accountant_scope: accountantScope, ...same } = changes;
    const asked = await this.commands.asked(call, { id, ...changes });
    const former = (await desk.state(firm, id)).details?.cui;
    const data = { ...same, ...(accountantScope && { accountantScope }) };
    const done = await this.cuis.giving(cuiOf(id, call), former, same.cui, asked, () =>
      this.commands.submit(firm, id, { type: 'ChangeFirm', data }, call, tenantOf(id), asked),
    );
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
    private readonly cuis: Cuis,
  ) {}

  async execute({ id, call }: DeleteFirm): Promise<void> {
    const { access, desk } = this.installation;
    if (!access.firm(id)) throw notFound();
    mustOwnNothing({
      clients: access.all('client', ({ firmId }) => firmId === id).length,
      accountants: access.all('user', ({ firmId }) => firmId === id).length,
    });
    const asked = await this.commands.asked(call, { id });
    const { details } = await desk.state(firm, id);
    await this.commands.submit(firm, id, { type: 'DeleteFirm', data: {} }, call, tenantOf(id), asked);
    await this.cuis.free(cuiOf(id, call), details?.cui);
    await this.commands.visible(call);
  }
}
