import { LEVEL } from '@dosar/kernel/runtime';
import { searchIndexSuite } from '../search-index.suite';
import { addressOf } from '../../testing/int';
import { meilisearchIndex } from './meilisearch';
import { placeOf } from './meilisearch-place';
import { aLogTo } from '../../testing/places';

/** Indexes of their own for each, on a server with a key or without one. */
const url = addressOf('DOSAR_MEILISEARCH_URL').replace(/\/$/, '');
const key = process.env['DOSAR_MEILISEARCH_KEY'] ?? null;
let count = 0;

const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
const aPlace = () => placeOf(`${url}/int-${Date.now()}-${(count += 1)}`, key);
const indexAt = (place: ReturnType<typeof aPlace>) =>
  meilisearchIndex(
    place,
    aLogTo(() => Promise.resolve(2n ** 62n)),
  );

searchIndexSuite('Meilisearch', async () => {
  const place = aPlace();
  const index = indexAt(place);
  const close = async () => {
    const answer = await fetch(`${place.url}/indexes?limit=1000`, { headers });
    const { results } = (await answer.json()) as { results: { uid: string }[] };
    for (const { uid } of results.filter((each) => each.uid.startsWith(`${place.prefix}_`)))
      await fetch(`${place.url}/indexes/${uid}`, { method: 'DELETE', headers });
  };
  return { index, close };
});

it('the index in Meilisearch is not filled by a release of a lower level than has written to it', async () => {
  const place = aPlace();
  await indexAt(place).open(1);
  await fetch(`${place.url}/indexes/${place.prefix}_searched/documents`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify([{ id: 'searched', level: LEVEL + 1 }]),
  });
  const refused = async () => {
    for (const end = Date.now() + 10_000; Date.now() < end;)
      await indexAt(place)
        .open(1)
        .then(() => new Promise((go) => setTimeout(go, 50)));
  };
  await expect(refused()).rejects.toThrow(`the index in Meilisearch was written by a newer Dosar (level ${LEVEL + 1})`);
});
