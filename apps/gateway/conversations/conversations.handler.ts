import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { conversationsApi, InputOf } from '@dosar/contracts';
import { derivedId, rowIn, type RowText } from '@dosar/kernel/runtime';
import { conversation } from '@dosar/domain/conversations/conversation.decider';
import { conversations, type ConversationRow } from '@dosar/domain/conversations/conversations.projector';
import type { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { named, type Json } from '../platform/http/json';
import { knownPeople } from '../platform/access/known-people';
import { wrongField } from '../platform/http/problem';
import { Reads } from '../platform/reads/reads';
import { ViewRows } from '../platform/reads/rows';
import { Writes } from '../platform/writes/writes';
import { Marks } from './marks';
import { Talks } from './talks';

type Wanted = InputOf<typeof conversationsApi.open>['body'];

/** With whom, and about whom or what. */
type Direct = {
  readonly clientId: string | null;
  readonly title: string | null;
  readonly others: ReadonlySet<string>;
};

export class OpenConversation extends Command<Json> {
  constructor(
    readonly body: Wanted,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(OpenConversation)
export class OpenConversationHandler implements ICommandHandler<OpenConversation> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly rows: ViewRows,
    private readonly talks: Talks,
  ) {}
  @Inject(Reads) private readonly reads!: Reads;

  async execute({ body, call }: OpenConversation): Promise<Json> {
    const { client_id: clientId = null, participant_ids, title = null } = body;
    if (clientId !== null) this.reads.of(call).mustClient(clientId);
    const others = new Set(participant_ids?.filter((id) => id !== call.caller.id));
    const json =
      others.size > 0
        ? await this.withOthers(call, { clientId, title, others })
        : await this.ofClient(call, clientId, title);
    const [shown] = await this.talks.shown(call, [rowIn(json)]);
    return named('conversation', JSON.stringify(shown));
  }

  /** The client's own, which is there. */
  private async ofClient(call: Call, clientId: string | null, title: string | null): Promise<RowText<ConversationRow>> {
    if (clientId === null || title !== null) throw wrongField('participant_ids', 'required');
    this.talks.conversation(call, clientId);
    return (await this.rows.must(conversations, clientId)).json;
  }

  private async withOthers(call: Call, { clientId, title, others }: Direct): Promise<RowText<ConversationRow>> {
    const known = new Set(knownPeople(this.installation.access, call.caller, clientId));
    if (![...others].every((id) => known.has(id))) throw wrongField('participant_ids', 'unknown_id');
    const participantIds = [call.caller.id, ...others].sort();
    const write = await this.writes.begin(call, { clientId, participantIds, title });
    // the same people need no second conversation, unless it is about something of its own
    const id = title === null ? derivedId('direct', clientId ?? '', ...participantIds) : write.idFor('conversation');
    const firmId = clientId === null ? this.firmOf(participantIds) : null;
    await write.handle(conversation, id, {
      type: 'OpenConversation',
      data: { kind: 'direct', clientId, firmId, title, participantIds },
    });
    return write.row(conversations, id);
  }

  /** The firm that they all belong to, if there is one. */
  private firmOf(userIds: readonly string[]): string | null {
    const firms = new Set(userIds.map((userId) => this.installation.access.tenantOf({ userId }).firmId));
    return firms.size === 1 ? [...firms][0]! : null;
  }
}

export class MarkRead extends Command<void> {
  constructor(
    readonly body: InputOf<typeof conversationsApi.read>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(MarkRead)
export class MarkReadHandler implements ICommandHandler<MarkRead> {
  constructor(private readonly marks: Marks) {}

  execute({ body, call }: MarkRead): Promise<void> {
    return this.marks.move(call, 'MarkRead', { conversationId: body.conversation_id, messageId: body.message_id });
  }
}
