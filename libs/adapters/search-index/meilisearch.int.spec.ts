import { searchIndexSuite } from './search-index.suite';
import { addressOf } from '../testing/int';
import { meilisearchIndex } from './meilisearch';
import { placeOf } from './meilisearch-place';
import { aLogTo } from '../testing/places';

/** Indexes of their own for each, on a server with a key or without one. */
const url = addressOf('DOSAR_MEILISEARCH_URL').replace(/\/$/, '');
const key = process.env['DOSAR_MEILISEARCH_KEY'] ?? null;
let count = 0;

searchIndexSuite('Meilisearch', async () => {
  const place = placeOf(`${url}/int-${Date.now()}-${(count += 1)}`, key);
  const index = meilisearchIndex(
    place,
    aLogTo(() => Promise.resolve(2n ** 62n)),
  );
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const close = async () => {
    const answer = await fetch(`${place.url}/indexes?limit=1000`, { headers });
    const { results } = (await answer.json()) as { results: { uid: string }[] };
    for (const { uid } of results.filter((each) => each.uid.startsWith(`${place.prefix}_`)))
      await fetch(`${place.url}/indexes/${uid}`, { method: 'DELETE', headers });
  };
  return { index, close };
});
