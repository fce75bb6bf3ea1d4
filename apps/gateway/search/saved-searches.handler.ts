import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { InputOf, searchApi } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { savedSearches } from '@dosar/domain/search/saved-searches.projector';
import { search } from '@dosar/domain/search/search.decider';
import type { Call } from '../platform/access/call';
import { named, type Json } from '../platform/http/json';
import { notFound } from '../platform/http/problem';
import { ViewRows } from '../platform/reads/rows';
import { Writes } from '../platform/writes/writes';

export class ListSaved extends Query<Json> {
  constructor(readonly call: Call) {
    super();
  }
}

@QueryHandler(ListSaved)
export class ListSavedHandler implements IQueryHandler<ListSaved> {
  constructor(private readonly rows: ViewRows) {}

  execute({ call }: ListSaved): Promise<Json> {
    const { id } = call.caller;
    return this.rows.part(call, { view: savedSearches, audience: id }, async () => {
      const row = await this.rows.get(savedSearches, id);
      const { saved } = row ? rowIn(row.json) : { saved: [] };
      return JSON.stringify({ saved });
    });
  }
}

export class SaveSearch extends Command<Json> {
  constructor(
    readonly asked: InputOf<typeof searchApi.save>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(SaveSearch)
export class SaveSearchHandler implements ICommandHandler<SaveSearch> {
  constructor(private readonly writes: Writes) {}

  async execute({ asked, call }: SaveSearch): Promise<Json> {
    const write = await this.writes.begin(call, asked);
    await write.handle(search, call.caller.id, { type: 'SaveSearch', data: asked });
    const { saved } = rowIn(await write.row(savedSearches, call.caller.id));
    const made = saved.find(({ id }) => id === write.idFor('search'));
    // asked for once more, after it was taken away
    if (!made) throw notFound();
    return named('search', JSON.stringify(made));
  }
}

export class ForgetSaved extends Command<void> {
  constructor(
    readonly searchId: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ForgetSaved)
export class ForgetSavedHandler implements ICommandHandler<ForgetSaved> {
  constructor(private readonly writes: Writes) {}

  async execute({ searchId, call }: ForgetSaved): Promise<void> {
    const write = await this.writes.begin(call, { searchId });
    await write.handle(search, call.caller.id, { type: 'DeleteSavedSearch', data: { searchId } });
    await this.writes.visible(call);
  }
}
