import { Injectable } from '@nestjs/common';
import type { Presence as Status } from '@dosar/contracts';
import type { Call } from '../platform/access/call';
import type { ListenerTo } from '../platform/sockets/listener';
import { ConnectionRegistry } from '../platform/sockets/connection-registry';

/** What a device says of whoever sits before it. */
@Injectable()
export class PresenceOfDevice implements ListenerTo<'presence:set'> {
  readonly event = 'presence:set';

  constructor(private readonly lines: ConnectionRegistry) {}

  async hear({ status }: { readonly status: Status }, { caller, line }: Call): Promise<void> {
    if (line !== null) this.lines.set(caller.id, line, status);
  }
}
