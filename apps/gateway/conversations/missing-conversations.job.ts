import { Inject, Injectable } from '@nestjs/common';
import { conversationOf } from '@dosar/contracts';
import { conversation } from '@dosar/domain/conversations/conversation.decider';
import { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import type { Job } from '../platform/hosting/job';
import { Writes } from '../platform/writes/writes';

/** Clients that were registered before there were conversations get theirs when the installation starts. */
@Injectable()
export class MissingConversations implements Job {
  readonly failure = 'conversations of clients could not be opened';

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const { access } = this.installation;
    const without = [...access.all('client')].filter(
      ({ id, isDeleted }) => !isDeleted && !access.conversation(conversationOf(id)),
    );
    for (const { id, accountants } of without) {
      if (signal.aborted) return;
      const participantIds = [...new Set([...access.usersOfClient(id), ...accountants])].sort();
      await this.writes.once(Call.ofInstallation(`conversation ${id}`)).handle(conversation, conversationOf(id), {
        type: 'OpenConversation',
        data: { kind: 'client', clientId: id, firmId: null, title: null, participantIds },
      });
    }
  }
}
