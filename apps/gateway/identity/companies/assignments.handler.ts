import { Inject } from '@nestjs/common';
import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { PEOPLE_LIMITS } from '@dosar/contracts';
import { client } from '@dosar/domain/identity/client.decider';
import type { Call } from '../../platform/access/call';
import { Writes } from '../../platform/writes/writes';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Json } from '../../platform/http/json';
import { notFound, wrongField } from '../../platform/http/problem';
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
    private readonly writes: Writes,
    private readonly queries: QueryBus,
  ) {}

  async execute({ to, accountantIds, call }: AssignAccountants): Promise<Json> {
    const { id } = this.assignments.must(call, to);
    const write = await this.writes.begin(call, { id, accountantIds });
    await this.assignments.changing(call, { clientId: id }, ({ firmId, accountants: assigned }) => {
      const accountants = this.ofFirm(firmId, accountantIds, assigned);
      return write.handle(client, id, { type: 'AssignAccountants', data: { accountants } });
    });
    await this.writes.visible(call);
    return this.queries.execute(new ListAccountants({ clientId: id }, call));
  }

  /** @throws Problem when one of them is no accountant of this firm, or when these are too many beside the others. */
  private ofFirm(firmId: string, accountantIds: AssignAccountants['accountantIds'], assigned: readonly string[]) {
    const max = PEOPLE_LIMITS.accountants;
    if (new Set([...assigned, ...accountantIds]).size > max)
      throw wrongField('accountant_ids', 'client_accountants', { max });
    return accountantIds.map((accountantId) => {
      const found = this.installation.access.user(accountantId);
      if (found?.role !== 'accountant' || found.firmId !== firmId) throw wrongField('accountant_ids', 'other_firm');
      return { accountantId, userRevision: found.placeRevision };
    });
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
    private readonly writes: Writes,
  ) {}

  async execute({ from, accountantId, call }: UnassignAccountant): Promise<void> {
    const { id } = this.assignments.must(call, from);
    const write = await this.writes.begin(call, { id, accountantId });
    const { repeated, types } = await write.handle(client, id, { type: 'UnassignAccountant', data: { accountantId } });
    if (!repeated && types.length === 0) throw notFound();
    await this.writes.visible(call);
  }
}
