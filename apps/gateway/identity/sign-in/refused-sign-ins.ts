import { Inject, Injectable } from '@nestjs/common';
import { once } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import { AfterResponse } from '../../platform/http/after-response';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';

/** Refused sign-ins are events of the account that was tried. */
@Injectable()
export class RefusedSignIns {
  /** Refusals without an event yet, by user: one event at once, then one an hour with their number. */
  private readonly untold = new Map<string, number>();

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly afterResponse: AfterResponse,
  ) {}

  /** Runs after the answer, for unknown users too, so that its time does not reveal whether the account exists. */
  note(call: Call, userId: string | null): void {
    this.afterResponse.after(call, () => (userId === null ? Promise.resolve() : this.noteOf(userId, call)));
  }

  private async noteOf(userId: string, call: Call): Promise<void> {
    const count = (this.untold.get(userId) ?? 0) + 1;
    this.untold.set(userId, count);
    const command = { type: 'RefuseSignIn', data: { count } } as const;
    const { commandHandler } = this.installation;
    const outcome = await commandHandler.handle({
      decider: user,
      id: userId,
      command,
      context: once(),
      origin: call.origin(),
    });
    if ('types' in outcome && outcome.types.length > 0) this.untold.delete(userId);
  }
}
