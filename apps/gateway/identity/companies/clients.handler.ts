import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { clientsApi, InputOf } from '@dosar/contracts';
import type { Done } from '@dosar/kernel/runtime';
import { client } from '@dosar/domain/identity/client.decider';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { Call } from '../../platform/access/call';
import { Reads } from '../../platform/reads/reads';
import { Writes, type Write } from '../../platform/writes/writes';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Json } from '../../platform/http/json';
import { notFound, Problem, wrongField } from '../../platform/http/problem';
import { Cuis, type CuiOwner } from './cuis';
import { mustOwnNothing } from './in-use';
import { Reservations } from '../reservations/reservations';

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
    private readonly reservations: Reservations,
  ) {}

  async execute({ details, call }: RegisterClient): Promise<Json> {
    this.mustHaveFirm(details);
    const write = await this.writes.begin(call, details);
    const id = write.idFor('client');
    const data = registered(details);
    await this.cuis.giving({ id, ...data }, data.cui, () => this.register(write, id, details));
    return write.reply('client', clients, id);
  }

  private register(write: Write, id: string, details: RegisterClient['details']): Promise<Done> {
    return this.reservations.holding(['members', details.firm_id], async () => {
      this.mustHaveFirm(details);
      return write.handle(client, id, { type: 'RegisterClient', data: registered(details) });
    });
  }

  /** @throws Problem */
  private mustHaveFirm({ firm_id: firmId }: RegisterClient['details']): void {
    if (!this.installation.access.firm(firmId)) throw wrongField('firm_id', 'unknown_id');
  }
}

const registered = (details: RegisterClient['details']) => ({
  firmId: details.firm_id,
  cui: details.cui,
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
});

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
    private readonly reads: Reads,
  ) {}

  async execute({ id, changes, call }: ChangeClient): Promise<Json> {
    const owner = this.ownerFor(call, id, changes);
    const write = await this.writes.begin(call, { id, ...changes });
    const data = changed(changes);
    await this.cuis.giving(owner, data.cui, () => write.handle(client, id, { type: 'ChangeClient', data }));
    return write.reply('client', clients, id);
  }

  /** The client, whose firm stays and whose quota only those of no firm change. @throws Problem */
  private ownerFor(call: Call, id: string, { firm_id, quota }: ChangeClient['changes']): CuiOwner {
    const { access } = this.installation;
    const found = this.reads.of(call).client(id);
    if (!found) throw notFound();
    if (firm_id !== undefined && firm_id !== found.firmId)
      throw new Problem('CONFLICT', new Map([['firm_id', { rule: 'firm_stays', values: {} }]]));
    if (quota !== undefined && access.scope(call.caller).firmId !== null) throw wrongField('quota', 'admin_only');
    return { id, firmId: found.firmId };
  }
}

const changed = ({
  firm_id: _firm,
  platitor_tva: platitorTva,
  company_email: companyEmail,
  ...same
}: ChangeClient['changes']) => ({
  ...same,
  ...(platitorTva !== undefined && { platitorTva }),
  ...(companyEmail !== undefined && { companyEmail }),
});

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
    private readonly reservations: Reservations,
  ) {}

  async execute({ id, call }: DeleteClient): Promise<void> {
    const { access } = this.installation;
    const write = await this.writes.begin(call, { id });
    await this.reservations.holding(['members', id], async () => {
      const found = access.client(id);
      if (found) mustOwnNothing({ users: access.usersOfClient(id).length });
      // of one that is gone it is done when it was asked for under this key before, else refused
      const remove = () => write.handle(client, id, { type: 'DeleteClient', data: {} });
      await (found ? this.cuis.freeing(found, remove) : remove());
    });
    await this.writes.visible(call);
  }
}
