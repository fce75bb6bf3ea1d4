import { Inject } from '@nestjs/common';
import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { client } from '@dosar/domain/identity/client.decider';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import type { Json } from '../platform/json';
import { notFound, wrongField } from '../platform/problem';
import { Assignments, type Assigned } from './assignments';
import { ListAccountants } from './companies.query';

export class AssignAccountants extends Command<Json> {
  constructor(
    readonly to: Assigned,
    readonly accountantIds: readonly string[],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(AssignAccountants)
export class AssignAccountantsHandler implements ICommandHandler<AssignAccountants> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly assignments: Assignments,
    private readonly commands: Commands,
    private readonly queries: QueryBus,
  ) {}

  async execute({ to, accountantIds, call }: AssignAccountants): Promise<Json> {
    const { id, firmId } = this.assignments.must(call, to);
    const { access } = this.installation;
    const isOurs = (accountantId: string) => {
      const found = access.user(accountantId);
      return found?.role === 'accountant' && found.firmId === firmId;
    };
    if (!accountantIds.every(isOurs)) throw wrongField('accountant_ids', 'other_firm');
    const asked = await this.commands.asked(call, { id, accountantIds });
    const command = { type: 'AssignAccountants', data: { accountantIds } } as const;
    await this.commands.submit(client, id, command, call, { firmId, clientId: id }, asked);
    await this.commands.visible(call);
    return this.queries.execute(new ListAccountants({ clientId: id }, call));
  }
}

export class UnassignAccountant extends Command<void> {
  constructor(
    readonly from: Assigned,
    readonly accountantId: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(UnassignAccountant)
export class UnassignAccountantHandler implements ICommandHandler<UnassignAccountant> {
  constructor(
    private readonly assignments: Assignments,
    private readonly commands: Commands,
  ) {}

  async execute({ from, accountantId, call }: UnassignAccountant): Promise<void> {
    const { id, firmId, accountants } = this.assignments.must(call, from);
    if (!accountants.includes(accountantId)) throw notFound();
    const asked = await this.commands.asked(call, { id, accountantId });
    const command = { type: 'UnassignAccountant', data: { accountantId } } as const;
    await this.commands.submit(client, id, command, call, { firmId, clientId: id }, asked);
    await this.commands.visible(call);
  }
}
