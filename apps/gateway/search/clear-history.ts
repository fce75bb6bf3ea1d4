import { searchApi } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { search } from '@dosar/domain/search/search.decider';
import { newestSearches, searches } from '@dosar/domain/search/searches.projector';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';

export const listSearches = useCase(searchApi.history, (_, { call, rows }) => {
  const { id } = call.caller;
  return rows.part(call, { view: searches, audience: id }, async () => {
    const found = await rows.find(searches, { where: { user_id: id } });
    return JSON.stringify({ history: newestSearches(found.map(({ json }) => rowIn(json))) });
  });
});

/** null: the whole history. */
const clearSearches = async ({ call, writes }: UseCaseContext, searchId: string | null): Promise<void> => {
  const write = await writes.begin(call, { searchId });
  await write.handle(search, call.caller.id, { type: 'ClearHistory', data: { searchId } });
  await writes.visible(call);
};

export const clearHistory = useCase(searchApi.clearHistory, (_, context) => clearSearches(context, null));

export const clearEntry = useCase(searchApi.clearEntry, ({ params }, context) => clearSearches(context, params.id));
