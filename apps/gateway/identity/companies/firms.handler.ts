import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { firmsApi, InputOf } from '@dosar/contracts';
import { firm } from '@dosar/domain/identity/firm.decider';
import { firms } from '@dosar/domain/identity/firms.projector';
import type { Call } from '../../platform/access/call';
import { Writes } from '../../platform/writes/writes';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Json } from '../../platform/http/json';
import { notFound } from '../../platform/http/problem';
import { Cuis } from './cuis';
import { mustOwnNothing } from './in-use';
import { Reservations } from '../reservations/reservations';

/** A firm's cui is its own in the whole installation. */
const ownerOf = (id: string) => ({ id, firmId: null });

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
    private readonly writes: Writes,
    private readonly cuis: Cuis,
  ) {}

  async execute({ details, call }: RegisterFirm): Promise<Json> {
    const write = await this.writes.begin(call, details);
    const id = write.idFor('firm');
    const { name, cui, address = null, phone = null, email = null, accountant_scope } = details;
    const data = { name, cui, address, phone, email, accountantScope: accountant_scope };
    await this.cuis.giving(ownerOf(id), cui, () => write.handle(firm, id, { type: 'RegisterFirm', data }));
    return write.reply('firm', firms, id);
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
    private readonly writes: Writes,
    private readonly cuis: Cuis,
  ) {}

  async execute({ id, changes, call }: ChangeFirm): Promise<Json> {
    if (!this.installation.access.firm(id)) throw notFound();
    const { accountant_scope: accountantScope, ...same } = changes;
    const write = await this.writes.begin(call, { id, ...changes });
    const data = { ...same, ...(accountantScope && { accountantScope }) };
    await this.cuis.giving(ownerOf(id), same.cui, () => write.handle(firm, id, { type: 'ChangeFirm', data }));
    return write.reply('firm', firms, id);
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
    private readonly writes: Writes,
    private readonly cuis: Cuis,
    private readonly reservations: Reservations,
  ) {}

  async execute({ id, call }: DeleteFirm): Promise<void> {
    const { access } = this.installation;
    const write = await this.writes.begin(call, { id });
    await this.reservations.holding(['members', id], async () => {
      const owned = { clients: access.clientsOfFirm(id).length, accountants: access.accountantsOfFirm(id).length };
      if (access.firm(id)) mustOwnNothing(owned);
      // of one that is gone it is done when it was asked for under this key before, else refused
      await this.cuis.freeing(ownerOf(id), () => write.handle(firm, id, { type: 'DeleteFirm', data: {} }));
    });
    await this.writes.visible(call);
  }
}
