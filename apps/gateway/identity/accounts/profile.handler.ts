import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import type { authApi, InputOf } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import type { Call } from '../../platform/access/call';
import { Writes } from '../../platform/writes/writes';
import type { Json } from '../../platform/http/json';
import { Reads } from '../../platform/reads/reads';
import { wrongField } from '../../platform/http/problem';
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
    private readonly reads: Reads,
    private readonly writes: Writes,
    private readonly queries: QueryBus,
  ) {}

  async execute({ changes, call }: ChangeProfile): Promise<Json> {
    const { pinned_clients: pinned, ...profile } = changes;
    this.mustSee(call, pinned ?? []);
    const write = await this.writes.begin(call, changes);
    const data = { ...profile, ...(pinned && { pinned }) };
    await write.handle(user, call.caller.id, { type: 'ChangeProfile', data });
    return this.shown(call);
  }

  /** @throws Problem when one of these clients is none of the caller's. */
  private mustSee(call: Call, clientIds: readonly string[]): void {
    const reads = this.reads.of(call);
    if (clientIds.some((id) => !reads.client(id))) throw wrongField('pinned_clients', 'unknown_id');
  }

  private async shown(call: Call): Promise<Json> {
    await this.writes.visible(call);
    return this.queries.execute(new GetMe(call));
  }
}
