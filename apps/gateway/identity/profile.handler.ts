import { Inject } from '@nestjs/common';
import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import type { authApi, InputOf } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import type { Json } from '../platform/json';
import { wrongField } from '../platform/problem';
import { GetMe } from './people.query';

/** The own name, phone, preferences and clients at hand. */
export class ChangeProfile extends Command<Json> {
  constructor(
    readonly changes: InputOf<typeof authApi.changeMe>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ChangeProfile)
export class ChangeProfileHandler implements ICommandHandler<ChangeProfile> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly queries: QueryBus,
  ) {}

  async execute({ changes, call }: ChangeProfile): Promise<Json> {
    const { pinned_clients: pinned, ...profile } = changes;
    const { access } = this.installation;
    if (pinned?.some((id) => !access.clientFor(call.caller, id))) throw wrongField('pinned_clients', 'unknown_id');
    const asked = await this.commands.asked(call, changes);
    const command = { type: 'ChangeProfile', data: { ...profile, ...(pinned && { pinned }) } } as const;
    const tenant = this.commands.tenantOf(call.caller);
    await this.commands.submit(user, call.caller.id, command, call, tenant, asked);
    await this.commands.visible(call);
    return this.queries.execute(new GetMe(call));
  }
}
