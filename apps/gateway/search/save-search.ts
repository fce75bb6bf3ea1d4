import { searchApi } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { savedSearches } from '@dosar/domain/search/saved-searches.projector';
import { search } from '@dosar/domain/search/search.decider';
import { named } from '../platform/http/json';
import { notFound } from '../platform/http/problem';
import { useCase } from '../platform/use-cases/use-case';

export const listSaved = useCase(searchApi.saved, (_, { call, rows }) => {
  const { id } = call.caller;
  return rows.part(call, { view: savedSearches, audience: id }, async () => {
    const row = await rows.get(savedSearches, id);
    const { saved } = row ? rowIn(row.json) : { saved: [] };
    return JSON.stringify({ saved });
  });
});

export const saveSearch = useCase(searchApi.save, async ({ body: asked }, { call, writes }) => {
  const write = await writes.begin(call, asked);
  await write.handle(search, call.caller.id, { type: 'SaveSearch', data: asked });
  const { saved } = rowIn(await write.row(savedSearches, call.caller.id));
  const made = saved.find(({ id }) => id === write.idFor('search'));
  // repeated after it was deleted
  if (!made) throw notFound();
  return named('search', JSON.stringify(made));
});

export const forgetSaved = useCase(searchApi.forgetSaved, async ({ params: { id: searchId } }, { call, writes }) => {
  const write = await writes.begin(call, { searchId });
  await write.handle(search, call.caller.id, { type: 'DeleteSavedSearch', data: { searchId } });
  await writes.visible(call);
});
