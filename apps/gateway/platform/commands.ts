import { Inject, Injectable } from '@nestjs/common';
import {
  commandKeys,
  isRefusal,
  later,
  type Asked,
  type Decider,
  type Done,
  type Message,
  type Tenant,
} from '@dosar/kernel';
import type { Call, Errand, Person } from './call';
import { INSTALLATION, reactedTypes, type Installation } from './installation';
import { codeOf, Problem } from './problem';
import { ACCESS_MEMORY } from './views';

/** What a write waits for, so that its caller reads what it wrote. The audit, search and dashboards follow in their own time. */
const WAITED = [
  ...[ACCESS_MEMORY, 'sessions', 'settings', 'users', 'firms', 'clients'],
  ...['folders', 'files', 'contents', 'operations'],
];

/** Where handlers hand in their commands: what comes back is done, durable and visible; a refusal is thrown. */
@Injectable()
export class Commands {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** How this call asks, after a look whether its key was used for something else before. */
  async asked(call: Call, body: unknown): Promise<Asked> {
    const asked = call.asked(this.installation.keys.marks, body);
    if (asked.mark.body === '') return asked;
    const used = await this.installation.ports.reads.get(commandKeys, asked.mark.key);
    if (used && (JSON.parse(used.json) as { body: string }).body !== asked.mark.body)
      throw new Problem('IDEMPOTENCY_KEY_REUSED');
    return asked;
  }

  /** @throws Problem when it is refused. */
  async submit<S, C extends Message, E extends Message, Code extends string>(
    decider: Decider<S, C, E, Code>,
    id: string,
    command: C,
    call: Errand,
    tenant: Tenant,
    asked: Asked,
  ): Promise<Done> {
    const { desk, access } = this.installation;
    access.mustBeFresh();
    const outcome = await desk.submit(decider, id, command, asked, call.origin(tenant, asked.cause));
    if (isRefusal(outcome)) throw new Problem(codeOf(outcome));
    call.written = later(call.written, outcome.position);
    if (outcome.position !== null)
      for (const type of outcome.types) if (reactedTypes.has(type)) call.reactions.add(outcome.position);
    return outcome;
  }

  /** Whose data somebody's own doings are: their client's, their firm's or the installation's. */
  tenantOf({ firmId, clientId }: Pick<Person, 'firmId' | 'clientId'>): Tenant {
    return clientId === null ? { firmId, clientId } : this.tenantOfClient(clientId);
  }

  tenantOfClient(clientId: string): Tenant {
    return { firmId: this.installation.access.client(clientId)?.firmId ?? null, clientId };
  }

  /** Waits until what this call has written, and what followed from it, can be read. */
  async visible(call: Call): Promise<void> {
    if (call.written === null || call.respondAsync) return;
    const { views } = this.installation;
    for (const position of call.reactions) {
      const { reached, appended } = await views.reaction(position);
      if (!reached) call.stale = true;
      call.written = later(call.written, appended);
    }
    call.reactions.clear();
    if (!(await views.reach(WAITED, call.written!))) call.stale = true;
  }
}
