import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { folded, type conversationsApi, type InputOf } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { conversations } from '@dosar/domain/conversations/conversations.projector';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import type { Json } from '../platform/http/json';
import { notFound } from '../platform/http/problem';
import { Reads } from '../platform/reads/reads';
import { ViewRows } from '../platform/reads/rows';
import { UnreadMessages } from '../platform/reads/unread-messages';
import { namesOf } from '../platform/reads/shown-messages';
import { Talks, type Talk } from './talks';

type Asked = InputOf<typeof conversationsApi.list>['query'];

export class ListConversations extends Query<Json> {
  constructor(
    readonly query: Asked,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListConversations)
export class ListConversationsHandler implements IQueryHandler<ListConversations> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
    private readonly talks: Talks,
    private readonly unread: UnreadMessages,
  ) {}
  @Inject(Reads) private readonly reads!: Reads;

  async execute({ query, call }: ListConversations): Promise<Json> {
    const { page, pageSize } = query;
    const ids = (await this.asked(call, query)).map(({ id }) => id);
    const find = { where: { id: { in: ids } }, order: [['updated', 'desc']] } as const;
    const found =
      ids.length === 0
        ? []
        : await this.rows.find(conversations, { ...find, skip: (page - 1) * pageSize, limit: pageSize });
    const unread = this.unread.of(call.caller);
    const unread_count = await unread.total();
    const rows = found.map(({ json }) => rowIn(json));
    const shown = await this.talks.shown(call, rows, unread);
    return this.rows.said(call, messages, { conversations: shown, page, pageSize, total: ids.length, unread_count });
  }

  private async asked(call: Call, { client_id, q }: Asked): Promise<readonly Talk[]> {
    const { access } = this.installation;
    if (client_id !== undefined && !this.reads.of(call).client(client_id)) throw notFound();
    const all = access
      .readable(call.caller)
      .filter(({ clientId }) => client_id === undefined || clientId === client_id);
    return q === undefined || q.trim() === '' ? all : this.named(all, folded(q));
  }

  /** Those whose client, or somebody who takes part, is called so. */
  private async named(talks: readonly Talk[], wanted: string): Promise<readonly Talk[]> {
    const clientIds = talks.flatMap(({ clientId }) => clientId ?? []);
    const where = { id: { in: clientIds }, searched: { contains: wanted } };
    const found = clientIds.length === 0 ? [] : await this.rows.find(clients, { where });
    const named = new Set(found.map(({ id }) => id));
    const nameOf = await namesOf(
      this.rows,
      talks.flatMap(({ participants }) => participants),
    );
    const isCalledSo = (id: string) => folded(nameOf(id) ?? '').includes(wanted);
    return talks.filter(
      ({ clientId, participants }) => (clientId !== null && named.has(clientId)) || participants.some(isCalledSo),
    );
  }
}

export class GetConversation extends Query<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetConversation)
export class GetConversationHandler implements IQueryHandler<GetConversation> {
  constructor(
    private readonly rows: ViewRows,
    private readonly talks: Talks,
  ) {}

  async execute({ id, call }: GetConversation): Promise<Json> {
    this.talks.conversation(call, id);
    const row = await this.rows.must(conversations, id);
    const [conversation] = await this.talks.shown(call, [rowIn(row.json)]);
    return this.rows.said(call, messages, { conversation });
  }
}
