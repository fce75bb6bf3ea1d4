import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { rowIn } from '@dosar/kernel/runtime';
import { search } from '@dosar/domain/search/search.decider';
import { newestSearches, searches } from '@dosar/domain/search/searches.projector';
import type { Call } from '../platform/access/call';
import type { Json } from '../platform/http/json';
import { ViewRows } from '../platform/reads/rows';
import { Writes } from '../platform/writes/writes';

export class ListSearches extends Query<Json> {
  constructor(readonly call: Call) {
    super();
  }
}

@QueryHandler(ListSearches)
export class ListSearchesHandler implements IQueryHandler<ListSearches> {
  constructor(private readonly rows: ViewRows) {}

  execute({ call }: ListSearches): Promise<Json> {
    const { id } = call.caller;
    return this.rows.part(call, { view: searches, audience: id }, async () => {
      const found = await this.rows.find(searches, { where: { user_id: id } });
      return JSON.stringify({ history: newestSearches(found.map(({ json }) => rowIn(json))) });
    });
  }
}

/** null: all of them. */
export class ClearSearches extends Command<void> {
  constructor(
    readonly searchId: string | null,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ClearSearches)
export class ClearSearchesHandler implements ICommandHandler<ClearSearches> {
  constructor(private readonly writes: Writes) {}

  async execute({ searchId, call }: ClearSearches): Promise<void> {
    const write = await this.writes.begin(call, { searchId });
    await write.handle(search, call.caller.id, { type: 'ClearHistory', data: { searchId } });
    await this.writes.visible(call);
  }
}
