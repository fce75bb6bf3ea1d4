import { Inject, Injectable } from '@nestjs/common';
import type { InputOf, searchApi } from '@dosar/contracts';
import { search } from '@dosar/domain/search/search.decider';
import { isOutage } from '@dosar/kernel/runtime';
import type { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { Writes } from '../platform/writes/writes';

type Asked = InputOf<typeof searchApi.search>['query'];

/** Filters as in an address, without unset ones. */
const filtersOf = ({ q: _, page: __, pageSize: ___, record: ____, ...filters }: Asked): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      const isUnset = value === undefined || value === false || (name === 'sort' && value === 'relevance');
      return isUnset ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]];
    }),
  );

/** Searches of people, in a stream for each. */
@Injectable()
export class SearchHistory {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
  ) {}

  /** A failure to store the history does not fail the search. */
  async note(call: Call, asked: Asked): Promise<void> {
    const query = asked.q.trim();
    const filters = filtersOf(asked);
    if (query === '' || asked.page > 1) return;
    const command = { type: 'RecordSearch', data: { query, filters } } as const;
    try {
      await this.writes.once(call).handle(search, call.caller.id, command);
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.installation.logger.warn({ err: error }, 'a search is not kept in the history');
    }
  }
}
