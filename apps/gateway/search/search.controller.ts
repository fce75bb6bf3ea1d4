import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { searchApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../platform/access/call';
import { Endpoint, From, Input } from '../platform/http/endpoint';
import { ClearSearches, ListSearches } from './history.handler';
import { ForgetSaved, ListSaved, SaveSearch } from './saved-searches.handler';
import { Search } from './search.query';

@Controller()
export class SearchController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Endpoint(searchApi.search)
  search(@Input() { query }: InputOf<typeof searchApi.search>, @From() call: Call) {
    return this.queries.execute(new Search(query, call));
  }

  @Endpoint(searchApi.history)
  history(@From() call: Call) {
    return this.queries.execute(new ListSearches(call));
  }

  @Endpoint(searchApi.clearHistory)
  clearHistory(@From() call: Call) {
    return this.commands.execute(new ClearSearches(null, call));
  }

  @Endpoint(searchApi.clearEntry)
  clearEntry(@Input() { params }: InputOf<typeof searchApi.clearEntry>, @From() call: Call) {
    return this.commands.execute(new ClearSearches(params.id, call));
  }

  @Endpoint(searchApi.saved)
  saved(@From() call: Call) {
    return this.queries.execute(new ListSaved(call));
  }

  @Endpoint(searchApi.save)
  save(@Input() { body }: InputOf<typeof searchApi.save>, @From() call: Call) {
    return this.commands.execute(new SaveSearch(body, call));
  }

  @Endpoint(searchApi.forgetSaved)
  forgetSaved(@Input() { params }: InputOf<typeof searchApi.forgetSaved>, @From() call: Call) {
    return this.commands.execute(new ForgetSaved(params.id, call));
  }
}
